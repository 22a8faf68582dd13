import type { Lesson } from '@isa/api-contract';
import { Button, Spinner, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { formatDuration } from '../../../shared/durations';
import { Frame } from '../../../shared/frame';
import type { LessonEntry } from '../../../shared/lessons';
import { Player } from './player';
import { useTicket } from './use-ticket';

interface LessonPlayerProps {
  readonly lesson: Lesson;
  readonly next: LessonEntry | undefined;
  readonly video: HTMLVideoElement | null;
  readonly onVideo: (video: HTMLVideoElement | null) => void;
  /** The server no longer grants this video. */
  readonly onRefused: () => void;
}

/** Fetches the ticket, then plays. */
export function LessonPlayer({ onRefused, ...rest }: LessonPlayerProps) {
  const { request, renew } = useTicket(rest.lesson.id, onRefused);
  if (request.status === 'ready') {
    return (
      <>
        <Frame>
          <Player {...rest} ticket={request.data} renew={renew} />
        </Frame>
        {request.data.sample && (
          <Sample>
            This is a sample clip. The full recording, {formatDuration(rest.lesson.durationSeconds)}, takes
            its place as soon as it is there.
          </Sample>
        )}
      </>
    );
  }
  return (
    <Frame>
      <Waiting>
        {request.status === 'failed' ? (
          <div role="alert">
            <p>The video could not be opened. {request.error.message}</p>
            <Button variant="secondary" type="button" onClick={request.retry}>
              Try again
            </Button>
          </div>
        ) : (
          <Spinner label="Opening the video" />
        )}
      </Waiting>
    </Frame>
  );
}

const Waiting = styled.div`
  display: grid;
  place-content: center;
  height: 100%;
  padding: ${tokens.space(4)};
  color: #f7f5f0;
  text-align: center;

  [role='alert'] {
    display: grid;
    gap: ${tokens.space(4)};
    justify-items: center;
  }
`;

const Sample = styled.p`
  padding-top: ${tokens.space(2)};
  color: ${tokens.color.muted};
  font-size: ${tokens.font.size.small};
`;
