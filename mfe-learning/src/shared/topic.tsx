import { Caption, Heading, Icon, media, Text, tokens, VisuallyHidden } from '@isa/ui';
import { useState } from 'react';
import { css, styled } from 'styled-components';
import { formatDuration } from './durations';
import { LessonCard, LessonGrid } from './lesson-card';
import { LessonRow } from './lesson-row';
import { areBeingFilmed, type LessonSummary, runningSeconds } from './lessons';

interface TopicProps {
  readonly index: number;
  /** Whether its lessons are shown on a phone before the visitor opens or closes them. */
  readonly startsOpen: boolean;
  readonly title: string;
  readonly lessons: readonly LessonSummary[];
  /** Whether the page says about all lessons of the course that they are being filmed. */
  readonly filmedCourse: boolean;
  /** Whether its lessons are rows, as for a customer who has bought them. */
  readonly owned?: boolean;
  /** The level of its heading; those of the lessons are one below it. */
  readonly level: 2 | 3;
  readonly textOf: (lesson: LessonSummary) => string;
}

/** A topic with its lessons, which open and close by a button on phones. */
export function Topic(props: TopicProps) {
  const { index, startsOpen, title, lessons, filmedCourse, owned = false, level, textOf } = props;
  const [open, setOpen] = useState(startsOpen);
  const id = topicId(index);
  const filmedTopic = areBeingFilmed(lessons);
  const List = owned ? Rows : Lessons;
  const Lesson = owned ? LessonRow : LessonCard;
  return (
    <TopicBlock id={id} aria-labelledby={`${id}-title`}>
      <TopicTitle $owned={owned}>
        <Caption>{`Topic ${index + 1}${filmedTopic && !filmedCourse ? ' / being filmed' : ''}`}</Caption>
        <Heading level={level} size="md" id={`${id}-title`}>
          {title}
        </Heading>
        <Extent>{extent(lessons)}</Extent>
        <Toggle
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-lessons`}
          data-isa-scripts-only
          onClick={() => setOpen(!open)}
        >
          <VisuallyHidden>{`Lessons of ${title}`}</VisuallyHidden>
          <Icon name="chevron-down" />
        </Toggle>
      </TopicTitle>
      <List id={`${id}-lessons`} data-open={open}>
        {lessons.map((lesson) => (
          <Lesson key={lesson.id} lesson={lesson} filmedTopic={filmedTopic} level={level === 2 ? 3 : 4}>
            <Text size="small" muted>
              {textOf(lesson)}
            </Text>
          </Lesson>
        ))}
      </List>
    </TopicBlock>
  );
}

function topicId(index: number): string {
  return `topic-${index + 1}`;
}

/** `5 lessons`, with the running time of those that can be watched. */
function extent(lessons: readonly LessonSummary[]): string {
  const seconds = runningSeconds(lessons);
  const count = `${lessons.length} ${lessons.length === 1 ? 'lesson' : 'lessons'}`;
  return seconds > 0 ? `${count}, ${formatDuration(seconds)}` : count;
}

const TopicBlock = styled.section`
  border-top: 1px solid ${tokens.color.line};
  scroll-margin-top: ${tokens.space(24)};

  &:last-child {
    border-bottom: 1px solid ${tokens.color.line};
  }
`;

const TopicTitle = styled.div<{ readonly $owned: boolean }>`
  position: relative;
  display: grid;
  gap: ${tokens.space(1)};
  padding-block: ${tokens.space(4)};

  ${media.down('sm')} {
    padding-right: ${tokens.space(10)};
  }
  ${media.up('md')} {
    /* Above rows, the title begins where theirs do. */
    grid-template-columns: ${({ $owned }) => ($owned ? 'min(10.5rem, 24%)' : '13rem')} minmax(0, 1fr) auto;
    align-items: baseline;
    padding-block: ${tokens.space(6)};
  }
`;

const Extent = styled.p`
  color: ${tokens.color.muted};
  font-size: ${tokens.font.size.small};
`;

/** A button that makes the whole title its target. */
const Toggle = styled.button`
  position: absolute;
  inset: 0;
  display: grid;
  align-items: center;
  justify-content: end;
  padding: 0;
  border: 0;
  background: none;
  color: ${tokens.color.muted};

  svg {
    transition: transform ${tokens.motion};
  }

  &:hover svg {
    color: ${tokens.color.text};
  }

  &[aria-expanded='true'] svg {
    transform: rotate(180deg);
  }

  ${media.up('sm')} {
    display: none;
  }
`;

const closable = css`
  ${media.down('sm')} {
    &[data-open='false'] {
      @media (scripting: enabled) {
        display: none;
      }
    }
  }
`;

/**
 * Of an odd number of lessons the first one is larger, and on wide screens the second one too: no place is empty. On
 * desktops a topic of five or six leads with one or two large lessons, and four small ones follow.
 */
const Lessons = styled(LessonGrid)`
  padding: ${tokens.space(2)} 0 ${tokens.space(10)};
  @media (min-width: 576px) and (max-width: 991.98px) {
    > :first-child:nth-last-child(odd) {
      grid-column: 1 / -1;
      grid-template-columns: inherit;
      gap: inherit;
      align-items: center;
    }
  }
  ${media.up('lg')} {
    grid-template-columns: repeat(12, minmax(0, 1fr));
    > * {
      grid-column: span 4;
    }
    > :first-child:nth-last-child(odd),
    > :nth-child(2):nth-last-child(even) {
      grid-column: span 6;
    }
  }
  ${media.up('xl')} {
    &:has(> :nth-child(4)):not(:has(> :nth-child(7))) {
      > * {
        grid-column: span 6;
      }
      > :nth-last-child(-n + 4) {
        grid-column: span 3;
      }
      > :first-child:nth-last-child(5) {
        grid-column: 1 / -1;
        grid-template-columns: inherit;
        gap: inherit;
        align-items: center;
        > * {
          grid-column: span 6;
        }
        h3,
        h4 {
          font-size: ${tokens.font.size.md};
        }
      }
    }
  }
  ${closable}
`;

const Rows = styled.ul`
  padding-bottom: ${tokens.space(6)};
  ${closable}
`;
