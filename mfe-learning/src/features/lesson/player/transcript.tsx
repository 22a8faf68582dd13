import { TextField, tokens } from '@isa/ui';
import { type ReactNode, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { formatClock } from '../../../shared/durations';
import { useScrollIntoView } from '../../../shared/use-scroll-into-view';
import { PLAYER_PART } from './shortcuts';
import { type Cue, cueAt } from './use-cues';
import { seekTo, useVideo } from './video-actions';

export const TimedList = styled.ol.attrs<{ 'data-player-part'?: '' }>(PLAYER_PART)`
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
    box-shadow: inset 3px 0 0 ${tokens.color.accent};
  }

  time {
    color: ${tokens.color.muted};
    font-family: ${tokens.font.mono};
    font-size: 0.8125rem;
  }
`;

interface TranscriptProps {
  readonly video: HTMLVideoElement;
  readonly cues: readonly Cue[];
}

export function Transcript({ video, cues }: TranscriptProps) {
  const [query, setQuery] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const current = useVideo(video, ({ currentTime }) => cueAt(cues, currentTime), -1);
  const search = query.trim();
  const found = search ? cues.filter(({ text }) => indexIn(text, search) >= 0) : cues;
  // The list does not follow the video during a search.
  useScrollIntoView(list, search ? 'searching' : current);
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

function marked(text: string, search: string): ReactNode {
  const at = indexIn(text, search);
  return (
    <>
      <span>{text.slice(0, at)}</span>
      <mark>{text.slice(at, at + search.length)}</mark>
      <span>{text.slice(at + search.length)}</span>
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
