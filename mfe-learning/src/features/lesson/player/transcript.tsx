import { TextField, tokens } from '@isa/ui';
import { type ReactNode, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { formatClock } from '../../../shared/durations';
import { useKeepInView } from '../../../shared/use-keep-in-view';
import { TimedList } from './timed-list';
import { type Cue, cueAt } from './use-cues';
import { useVideo } from './use-video';
import { seekTo } from './video-actions';

interface TranscriptProps {
  readonly video: HTMLVideoElement;
  readonly cues: readonly Cue[];
}

/** Every word that is said. It follows the picture, can be searched, and each line leads to its moment. */
export function Transcript({ video, cues }: TranscriptProps) {
  const [query, setQuery] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const current = useVideo(video, ({ currentTime }) => cueAt(cues, currentTime), -1);
  const words = query.trim();
  const found = words ? cues.filter(({ text }) => indexIn(text, words) >= 0) : cues;
  // While somebody searches, the list stays where they look.
  useKeepInView(list, '[aria-current]', words ? 'searching' : current);
  return (
    <>
      <Search role="search">
        <TextField
          label="Search the transcript"
          name="transcript-search"
          type="search"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <p role="status">{words && `${found.length} ${found.length === 1 ? 'line' : 'lines'} found`}</p>
      </Search>
      <Lines ref={list}>
        {found.map((cue) => (
          <li key={cue.start}>
            <button
              type="button"
              aria-current={cue === cues[current] ? 'true' : undefined}
              onClick={() => seekTo(video, cue.start)}
            >
              <time>{formatClock(cue.start)}</time>
              <span>{words ? marked(cue.text, words) : cue.text}</span>
            </button>
          </li>
        ))}
      </Lines>
    </>
  );
}

function indexIn(text: string, words: string): number {
  return text.toLowerCase().indexOf(words.toLowerCase());
}

/** The text with the first place of the words marked. */
function marked(text: string, words: string): ReactNode {
  const at = indexIn(text, words);
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + words.length)}</mark>
      {text.slice(at + words.length)}
    </>
  );
}

const Search = styled.div`
  flex: none;
  padding: ${tokens.space(3)} ${tokens.space(4)};

  p {
    min-height: 1.5em;
    color: ${tokens.color.muted};
    font-size: ${tokens.font.size.small};
  }
`;

const Lines = styled(TimedList)`
  flex: 1;

  button {
    padding-block: ${tokens.space(2)};
    line-height: 1.5;
  }

  button[aria-current] {
    font-weight: 600;
  }

  time {
    font-weight: 400;
  }

  mark {
    background: ${tokens.color.brassLight};
    color: ${tokens.color.ink};
  }
`;
