import { tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { formatClock } from '../../../shared/durations';
import { type Cue, cueAt } from './use-cues';
import { useVideo } from './use-video';
import { seekTo } from './video-actions';

interface ChaptersProps {
  readonly video: HTMLVideoElement;
  readonly chapters: readonly Cue[];
}

/** The lesson's parts; a click leads there. */
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

const List = styled.ol`
  min-height: 0;
  overflow-y: auto;

  button {
    display: grid;
    grid-template-columns: 3.5rem 1fr;
    width: 100%;
    padding: ${tokens.space(3)} ${tokens.space(4)};
    border: 0;
    background: none;
    font-size: ${tokens.font.size.small};
    text-align: left;
  }

  button:hover {
    background: color-mix(in srgb, ${tokens.color.accent} 10%, transparent);
  }

  button[aria-current] {
    background: color-mix(in srgb, ${tokens.color.accent} 16%, transparent);
    box-shadow: inset 3px 0 0 ${tokens.color.accent};
  }

  time {
    color: ${tokens.color.muted};
    font-family: ${tokens.font.mono};
    font-size: 0.8125rem;
  }
`;
