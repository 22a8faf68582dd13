import { isRecorded, type Lesson } from '@isa/api-contract';
import { RetryAlert, Spinner, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { formatDuration } from '../../../shared/durations';
import type { LessonEntry } from '../../../shared/lessons';
import { VideoFrame } from './notices';
import { Player } from './player';
import { useTicket } from './use-ticket';

interface LessonPlayerProps {
  readonly lesson: Lesson;
  readonly next: LessonEntry | undefined;
  readonly screen: HTMLElement | null;
  readonly video: HTMLVideoElement | null;
  readonly onVideo: (video: HTMLVideoElement | null) => void;
  readonly onRefused: () => void;
}

export function LessonPlayer({ onRefused, ...rest }: LessonPlayerProps) {
  const { request, renew } = useTicket(rest.lesson.id, onRefused);
  if (request.status === 'ready') {
    return (
      <>
        <VideoFrame>
          <Player {...rest} ticket={request.data} renew={renew} />
        </VideoFrame>
        {/* The page says the same about a lesson that is being filmed. */}
        {request.data.sample && isRecorded(rest.lesson) && (
          <SampleNotice>{`This is a sample. The recording, about ${formatDuration(rest.lesson.durationSeconds)} long, replaces it as soon as it is finished.`}</SampleNotice>
        )}
      </>
    );
  }
  return (
    <VideoFrame>
      <Waiting>
        {request.status === 'failed' ? (
          <RetryAlert retry={request.retry}>
            {`The video could not be opened. ${request.error.message}`}
          </RetryAlert>
        ) : (
          <Spinner label="Opening the video" />
        )}
      </Waiting>
    </VideoFrame>
  );
}

const Waiting = styled.div`
  display: grid;
  place-content: center;
  height: 100%;
  padding: ${tokens.space(4)};
  color: #f7f5f0;
`;

const SampleNotice = styled.p`
  padding-top: ${tokens.space(2)};
  color: ${tokens.color.muted};
  font-size: ${tokens.font.size.small};
`;
