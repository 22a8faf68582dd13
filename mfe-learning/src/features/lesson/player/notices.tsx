import { Button, Icon, Spinner, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { formatClock } from '../../../shared/durations';
import { Cover } from './cover';
import { useTime } from './use-video';
import { seekTo } from './video-actions';

/** Seconds of video for which the notice is shown. */
const NOTICE_SECONDS = 8;

/** The position at which the lesson was resumed, and a button to start over. */
export function ResumedNotice({
  video,
  seconds,
}: {
  readonly video: HTMLVideoElement;
  readonly seconds: number;
}) {
  const time = useTime(video);
  if (time < seconds - 1 || time > seconds + NOTICE_SECONDS) return null;
  return (
    <Notice role="status">
      Going on at {formatClock(seconds)}
      <button type="button" onClick={() => seekTo(video, 0)}>
        Start over
      </button>
    </Notice>
  );
}

/** Covers the video while it reconnects, or when only the customer can retry. */
export function ConnectionNotice({
  failed,
  retry,
}: {
  readonly failed: boolean;
  readonly retry: () => void;
}) {
  if (!failed) {
    return (
      <Cover>
        <Spinner label="The connection was lost. Trying again…" showLabel />
      </Cover>
    );
  }
  return (
    <Cover role="alert">
      <Icon name="offline" size={32} />
      <p>The video cannot be played right now. Your place in it is kept.</p>
      <Button variant="secondary" type="button" onClick={retry}>
        Try again
      </Button>
    </Cover>
  );
}

const Notice = styled.div`
  position: absolute;
  top: ${tokens.space(3)};
  left: ${tokens.space(3)};
  display: flex;
  align-items: center;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(1)} ${tokens.space(3)};
  border-radius: ${tokens.radius};
  background: rgb(13 20 32 / 88%);
  color: #f7f5f0;
  font-size: ${tokens.font.size.small};

  button {
    min-height: 32px;
    padding: 0;
    border: 0;
    background: none;
    color: ${tokens.color.brassLight};
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`;
