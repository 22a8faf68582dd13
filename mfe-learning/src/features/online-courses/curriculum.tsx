import { Band, Caption, Heading, Icon, media, Stack, Text, tokens, VisuallyHidden } from '@isa/ui';
import { memo, useState } from 'react';
import { styled } from 'styled-components';
import { formatDuration } from '../../shared/durations';
import { LessonCard, LessonGrid } from '../../shared/lesson-card';
import { areBeingFilmed, type LessonSummary, runningSeconds, topicsOf } from '../../shared/lessons';

/** The topics, which are memoised, because the visitor's access does not change them. */
export const Curriculum = memo(function Curriculum({ lessons }: Pick<TopicProps, 'lessons'>) {
  const topics = topicsOf(lessons);
  return (
    <Band tone="card" id="lessons">
      <Stack gap={2}>
        <Caption>{`The course in ${topics.length} topics`}</Caption>
        <Heading level={2}>What you will learn</Heading>
      </Stack>
      <TopicIndex>
        {topics.map(({ title, lessons: ofTopic }, index) => (
          <li key={title}>
            <a href={`#${topicId(index)}`}>
              <span>{title}</span>
              <small>{extent(ofTopic)}</small>
            </a>
          </li>
        ))}
      </TopicIndex>
      {topics.map(({ title, lessons: ofTopic }, index) => (
        <Topic key={title} index={index} title={title} lessons={ofTopic} />
      ))}
    </Band>
  );
});

interface TopicProps {
  readonly index: number;
  readonly title: string;
  readonly lessons: readonly LessonSummary[];
}

/** A topic with its lessons. On phones the first one is open, and the others open by a button. */
function Topic({ index, title, lessons }: TopicProps) {
  const [open, setOpen] = useState(index === 0);
  const id = topicId(index);
  const filmedTopic = areBeingFilmed(lessons);
  return (
    <TopicBlock id={id} aria-labelledby={`${id}-title`}>
      <TopicTitle>
        <Caption>{`Topic ${index + 1}${filmedTopic ? ' / being filmed' : ''}`}</Caption>
        <Heading level={3} id={`${id}-title`}>
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
      <Lessons id={`${id}-lessons`} data-open={open}>
        {lessons.map((lesson) => (
          <LessonCard key={lesson.id} lesson={lesson} filmedTopic={filmedTopic}>
            <Text size="small" muted>
              {lesson.summary}
            </Text>
          </LessonCard>
        ))}
      </Lessons>
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

/** The index of topics. Phones have none, because the closed topics below are an index themselves. */
const TopicIndex = styled.ol`
  display: none;
  gap: 0 ${tokens.space(10)};
  margin-top: ${tokens.space(8)};
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr));

  ${media.up('sm')} {
    display: grid;
  }

  a {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${tokens.space(4)};
    padding: ${tokens.space(3)} 0;
    border-bottom: 1px solid ${tokens.color.line};
    color: inherit;
    text-decoration: none;
  }

  a:hover span {
    text-decoration: underline;
  }

  small {
    flex: none;
    color: ${tokens.color.muted};
    font-variant-numeric: tabular-nums;
  }
`;

const TopicBlock = styled.section`
  border-top: 1px solid ${tokens.color.line};
  scroll-margin-top: ${tokens.space(24)};

  ${media.down('sm')} {
    ol + & {
      margin-top: ${tokens.space(6)};
    }

    &:last-child {
      border-bottom: 1px solid ${tokens.color.line};
    }
  }

  ${media.up('sm')} {
    margin-top: ${tokens.space(14)};
    padding-top: ${tokens.space(8)};
  }
`;

const TopicTitle = styled.div`
  position: relative;
  display: grid;
  gap: ${tokens.space(1)};

  ${media.down('sm')} {
    padding: ${tokens.space(4)} ${tokens.space(10)} ${tokens.space(4)} 0;
  }

  ${media.up('sm')} {
    margin-bottom: ${tokens.space(6)};
  }
`;

const Extent = styled.p`
  color: ${tokens.color.muted};
  font-size: ${tokens.font.size.small};

  ${media.up('sm')} {
    display: none;
  }
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

  &[aria-expanded='true'] svg {
    transform: rotate(180deg);
  }

  ${media.up('sm')} {
    display: none;
  }
`;

/** On wide screens the first two of an odd number of lessons are larger. */
const Lessons = styled(LessonGrid)`
  ${media.up('lg')} {
    grid-template-columns: repeat(6, minmax(0, 1fr));
    > * {
      grid-column: span 2;
    }
    > :first-child:nth-last-child(odd),
    > :nth-child(2):nth-last-child(even) {
      grid-column: span 3;
    }
  }
  ${media.down('sm')} {
    padding: ${tokens.space(2)} 0 ${tokens.space(8)};

    &[data-open='false'] {
      @media (scripting: enabled) {
        display: none;
      }
    }
  }
`;
