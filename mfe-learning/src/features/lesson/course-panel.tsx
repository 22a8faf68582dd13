import { media, tokens } from '@isa/ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { formatClock } from '../../shared/durations';
import type { LessonEntry } from '../../shared/lessons';
import { TimedList, Transcript } from './player/transcript';
import { type Cue, cueAt, useCues } from './player/use-cues';
import { seekTo, useVideo } from './player/video-actions';
import { Syllabus } from './syllabus';

interface CoursePanelProps {
  readonly video: HTMLVideoElement | null;
  readonly lessons: readonly LessonEntry[];
  readonly currentId: number;
}

type Tab = 'lessons' | 'transcript' | 'chapters';
const labels: Readonly<Record<Tab, string>> = {
  lessons: 'Lessons',
  chapters: 'Chapters',
  transcript: 'Transcript',
};

export function CoursePanel({ video, lessons, currentId }: CoursePanelProps) {
  const chapters = useCues(video, 'chapters');
  const captions = useCues(video, 'captions');
  const [selected, setSelected] = useState<Tab>('lessons');
  const id = useId();
  const tabs: readonly Tab[] = [
    'lessons',
    ...(chapters.length > 0 ? (['chapters'] as const) : []),
    ...(captions.length > 0 ? (['transcript'] as const) : []),
  ];
  const open = tabs.includes(selected) ? selected : 'lessons';

  function selectByArrowKey(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(open) + step + tabs.length) % tabs.length] ?? open;
    setSelected(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }

  return (
    <Panel>
      {tabs.length > 1 && (
        <Tabs role="tablist" aria-label="About this lesson" onKeyDown={selectByArrowKey}>
          {tabs.map((tab) => (
            <button
              key={tab}
              type="button"
              role="tab"
              data-tab={tab}
              id={`${id}-${tab}`}
              aria-selected={tab === open}
              aria-controls={`${id}-panel`}
              tabIndex={tab === open ? 0 : -1}
              onClick={() => setSelected(tab)}
            >
              {labels[tab]}
            </button>
          ))}
        </Tabs>
      )}
      <Content
        id={`${id}-panel`}
        {...(tabs.length > 1 && { role: 'tabpanel', 'aria-labelledby': `${id}-${open}` })}
      >
        {open === 'lessons' && <Syllabus lessons={lessons} currentId={currentId} />}
        {open === 'chapters' && video && <Chapters video={video} chapters={chapters} />}
        {open === 'transcript' && video && <Transcript video={video} cues={captions} />}
      </Content>
    </Panel>
  );
}

/** The panel's height below the video: the offer's to a customer without access. */
export const PANEL_HEIGHT = '21.5rem';

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  height: ${PANEL_HEIGHT};
  border: 1px solid ${tokens.color.line};
  border-radius: ${tokens.radius};
  background: ${tokens.color.raised};

  ${media.up('xl')} {
    position: absolute;
    inset: 0;
    height: auto;
  }
`;

const Tabs = styled.div`
  display: flex;
  flex: none;
  border-bottom: 1px solid ${tokens.color.line};

  button {
    flex: 1;
    min-height: 46px;
    padding: 0 ${tokens.space(3)};
    border: 0;
    background: none;
    color: ${tokens.color.muted};
    font-size: ${tokens.font.size.small};
    font-weight: 600;
  }

  button[aria-selected='true'] {
    color: ${tokens.color.text};
    box-shadow: inset 0 -2px 0 ${tokens.color.accent};
  }
`;

const Content = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
`;

interface ChaptersProps {
  readonly video: HTMLVideoElement;
  readonly chapters: readonly Cue[];
}

function Chapters({ video, chapters }: ChaptersProps) {
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
            <span>{text}</span>
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
