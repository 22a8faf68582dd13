import { TextField, tokens } from '@isa/ui';
import { type ReactNode, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { formatClock } from '../../../shared/durations';
import { useScrollIntoView } from '../../../shared/use-scroll-into-view';
import { TimedList } from './timed-list';
import { type Cue, cueAt } from './use-cues';
import { useVideo } from './use-video';
import { seekTo } from './video-actions';

interface TranscriptProps {
  readonly video: HTMLVideoElement;
  readonly cues: readonly Cue[];
}

/** The captions as a searchable list. It follows the video; a click on a line seeks to it. */
export function Transcript({ video, cues }: TranscriptProps) {
  const [query, setQuery] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const current = useVideo(video, ({ currentTime }) => cueAt(cues, currentTime), -1);
  const search = query.trim();
  const found = search ? cues.filter(({ text }) => indexIn(text, search) >= 0) : cues;
  // During a search the list does not follow the video.
  useScrollIntoView(list, '[aria-current]', search ? 'searching' : current);
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
        <p role="status">{search && `${found.length} ${found.length === 1 ? 'line' : 'lines'} found`}</p>
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
              <span>{search ? marked(cue.text, search) : cue.text}</span>
            </button>
          </li>
        ))}
      </Lines>
    </>
  );
}

function indexIn(text: string, search: string): number {
  return text.toLowerCase().indexOf(search.toLowerCase());
}

/** The text with its first match marked. */
function marked(text: string, search: string): ReactNode {
  const at = indexIn(text, search);
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
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
