import { tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { formatClock } from '../../../shared/durations';
import { TimedList } from './timed-list';
import { type Cue, cueAt } from './use-cues';
import { useVideo } from './use-video';
import { seekTo } from './video-actions';

interface ChaptersProps {
  readonly video: HTMLVideoElement;
  readonly chapters: readonly Cue[];
}

export function Chapters({ video, chapters }: ChaptersProps) {
  const current = useVideo(video, ({ currentTime }) => cueAt(chapters, currentTime), -1);
  return (
    <List>
      {chapters.map(({ start, text }, index) => (
        <li key={start}>
          <button
            type="button"
            aria-current={index === current ? 'true' : undefined}
            onClick={() => seekTo(video, start)}
          >
            <time>{formatClock(start)}</time>
            {text}
          </button>
        </li>
      ))}
    </List>
  );
}

const List = styled(TimedList)`
  button[aria-current] {
    background: color-mix(in srgb, ${tokens.color.accent} 16%, transparent);
  }
`;
