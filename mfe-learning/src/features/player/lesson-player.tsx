import type { Lesson } from '@isa/api-contract';
import { Button, Spinner, tokens } from '@isa/ui';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { useProtectedVideo } from './use-protected-video';
import { useTicket } from './use-ticket';

interface LessonPlayerProps {
  readonly lesson: Lesson;
  /** The server no longer grants this video. */
  readonly onRefused: () => void;
}

/** Fetches the ticket, then plays. */
export function LessonPlayer({ lesson, onRefused }: LessonPlayerProps) {
  const ticket = useTicket(lesson.id, onRefused);
  if (ticket.state === 'done') return <Video title={lesson.title} src={ticket.data.url} />;
  return (
    <Waiting>
      {ticket.state === 'failed' ? (
        <div role="alert">
          <p>The video could not be opened. {ticket.message}</p>
          <Button variant="secondary" onClick={ticket.retry}>
            Try again
          </Button>
        </div>
      ) : (
        <Spinner label="Opening the video" />
      )}
    </Waiting>
  );
}

function Video({ title, src }: { readonly title: string; readonly src: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useProtectedVideo(video);
  return (
    <Screen
      ref={video}
      src={src}
      controls
      controlsList="nodownload"
      disablePictureInPicture
      playsInline
      preload="metadata"
      aria-label={title}
      onContextMenu={(event) => event.preventDefault()}
    />
  );
}

const Screen = styled.video`
  display: block;
  width: 100%;
  height: 100%;
  background: #000;
`;

const Waiting = styled.div`
  display: grid;
  place-content: center;
  height: 100%;
  padding: ${tokens.space(4)};
  color: #fff;
  text-align: center;
`;
