import { Button, Icon, Spinner, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { formatClock } from '../../../shared/durations';
import { Cover } from './cover';
import { useTime } from './use-video';
import { seekTo } from './video-actions';

/** How long, in seconds of film, the note about having jumped stays. */
const NOTE_SECONDS = 8;

/** Says that the lesson goes on where it was left, and how to start over instead. */
export function Resumed({ video, seconds }: { readonly video: HTMLVideoElement; readonly seconds: number }) {
  const time = useTime(video);
  if (time < seconds - 1 || time > seconds + NOTE_SECONDS) return null;
  return (
    <Note role="status">
      Going on at {formatClock(seconds)}
      <button type="button" onClick={() => seekTo(video, 0)}>
        Start over
      </button>
    </Note>
  );
}

/** The connection or the ticket is lost; the last picture stays, and it tries by itself. */
export function Lost({ givenUp, retry }: { readonly givenUp: boolean; readonly retry: () => void }) {
  if (!givenUp) {
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

const Note = styled.div`
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
