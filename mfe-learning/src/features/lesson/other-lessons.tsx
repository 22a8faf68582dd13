import { type Lesson, lessonNumber } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Caption, Heading, tokens } from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import { useId } from 'react';
import { styled } from 'styled-components';
import { formatDuration } from '../../shared/durations';
import type { LessonEntry } from '../../shared/lessons';

interface NeighboursProps {
  readonly before: LessonEntry | undefined;
  readonly after: LessonEntry | undefined;
}

export function Neighbours({ before, after }: NeighboursProps) {
  const links = [
    ['← Previous lesson', before],
    ['Next lesson →', after],
  ] as const;
  return (
    <Links aria-label="Previous and next lesson">
      {links.map(
        ([label, lesson]) =>
          lesson && (
            <LessonLink key={label} to={paths.lesson(lesson.id)}>
              <LessonThumbnail number={lessonNumber(lesson.id)} />
              <div>
                <Caption as="span">{label}</Caption>
                <span>{lesson.title}</span>
              </div>
            </LessonLink>
          ),
      )}
    </Links>
  );
}

const Links = styled.nav`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
  gap: ${tokens.space(4)};
  margin-top: ${tokens.space(4)};
`;

const LessonLink = styled(Link)`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  align-items: center;
  gap: ${tokens.space(4)};
  color: inherit;
  font-weight: 600;
  line-height: 1.4;
  text-decoration: none;

  img {
    border-radius: ${tokens.radius};
  }

  > div {
    display: grid;
    gap: ${tokens.space(1)};
  }

  &:hover > div {
    text-decoration: underline;
  }
`;

interface SameTopicProps {
  readonly lesson: Lesson;
  readonly syllabus: readonly LessonEntry[];
}

export function SameTopic({ lesson, syllabus }: SameTopicProps) {
  const titleId = useId();
  const lessons = syllabus.filter(({ topic }) => topic === lesson.topic);
  return (
    <Aside aria-labelledby={titleId}>
      <Caption>In this topic</Caption>
      <Heading level={2} size="sm" id={titleId}>
        {lesson.topic}
      </Heading>
      <ol>
        {lessons.map((entry) => (
          <li key={entry.id}>
            <Link to={paths.lesson(entry.id)} aria-current={entry.id === lesson.id ? 'page' : undefined}>
              <span>{String(lessonNumber(entry.id)).padStart(2, '0')}</span>
              <span>{entry.title}</span>
              {entry.recorded && <small>{formatDuration(entry.durationSeconds)}</small>}
            </Link>
          </li>
        ))}
      </ol>
    </Aside>
  );
}

const Aside = styled.aside`
  ol {
    margin-top: ${tokens.space(3)};
    border-top: 1px solid ${tokens.color.line};
  }

  a {
    display: grid;
    grid-template-columns: 1.75rem 1fr auto;
    gap: ${tokens.space(2)};
    align-items: baseline;
    padding: ${tokens.space(3)} 0;
    border-bottom: 1px solid ${tokens.color.line};
    color: inherit;
    font-size: ${tokens.font.size.small};
    line-height: 1.4;
    text-decoration: none;
  }

  a:hover {
    color: ${tokens.color.accent};
  }

  a[aria-current] {
    font-weight: 600;
  }

  a > :first-child,
  small {
    color: ${tokens.color.muted};
    font: 0.75rem/1 ${tokens.font.mono};
  }
`;
