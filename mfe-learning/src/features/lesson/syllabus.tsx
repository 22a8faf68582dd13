import { lessonNumber } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { media, tokens } from '@isa/ui';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { formatDuration } from '../../shared/durations';
import { type LessonSummary, topicsOf } from '../../shared/lessons';

interface SyllabusProps {
  readonly lessons: readonly LessonSummary[];
  readonly currentId: number;
}

/** All lessons beside the one that is open. The list scrolls by itself, to where the visitor is. */
export function Syllabus({ lessons, currentId }: SyllabusProps) {
  const list = useRef<HTMLElement>(null);

  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && current) list.current.scrollTop = current.offsetTop - list.current.offsetTop - 80;
  }, [currentId]);

  return (
    <Scroller ref={list} aria-label="Lessons of this course" tabIndex={0}>
      {topicsOf(lessons).map(({ title, lessons: ofTopic }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ol>
            {ofTopic.map((lesson) => (
              <li key={lesson.id}>
                <Entry
                  to={paths.lesson(lesson.id)}
                  aria-current={lesson.id === currentId ? 'page' : undefined}
                >
                  <Number>{String(lessonNumber(lesson.id)).padStart(2, '0')}</Number>
                  <span>{lesson.title}</span>
                  <small>{formatDuration(lesson.durationSeconds)}</small>
                </Entry>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Scroller>
  );
}

const Scroller = styled.nav`
  position: relative;
  overflow-y: auto;
  max-height: 24rem;
  border: 1px solid ${tokens.color.line};
  border-radius: ${tokens.radius};
  overscroll-behavior: contain;

  ${media.up('xl')} {
    position: absolute;
    inset: 0;
    max-height: none;
  }

  h3 {
    position: sticky;
    top: 0;
    z-index: 1;
    padding: ${tokens.space(3)} ${tokens.space(4)} ${tokens.space(2)};
    background: ${tokens.color.surface};
    font: 600 0.8125rem/1.4 ${tokens.font.sans};
    color: ${tokens.color.muted};
  }

  ol {
    padding: 0;
    list-style: none;
  }
`;

const Entry = styled(Link)`
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: baseline;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(3)} ${tokens.space(4)};
  color: inherit;
  font-size: 0.9375rem;
  line-height: 1.35;
  text-decoration: none;

  &:hover {
    background: rgb(184 134 45 / 10%);
  }

  &[aria-current] {
    background: rgb(184 134 45 / 16%);
    box-shadow: inset 3px 0 0 ${tokens.color.accent};
    font-weight: 600;
  }

  small {
    color: ${tokens.color.muted};
    font: 0.75rem/1 ${tokens.font.mono};
    white-space: nowrap;
  }
`;

const Number = styled.span`
  color: ${tokens.color.muted};
  font: 0.75rem/1 ${tokens.font.mono};
`;
