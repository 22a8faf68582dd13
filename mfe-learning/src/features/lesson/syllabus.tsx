import { lessonNumber } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Icon, tokens, VisuallyHidden } from '@isa/ui';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { areBeingFilmed, lengthLabel, type LessonEntry, topicsOf } from '../../shared/lessons';
import { CourseProgress } from '../../shared/progress/course-progress';
import { useProgress } from '../../shared/progress/progress';
import { useScrollIntoView } from '../../shared/use-scroll-into-view';

interface SyllabusProps {
  readonly lessons: readonly LessonEntry[];
  readonly currentId: number;
}

export function Syllabus({ lessons, currentId }: SyllabusProps) {
  const list = useRef<HTMLElement>(null);
  const progress = useProgress().lessons;
  useScrollIntoView(list, currentId);
  return (
    <>
      <ProgressRow>
        <CourseProgress lessons={lessons} progress={progress} />
      </ProgressRow>
      <Scroller ref={list} aria-label="Lessons of this course" tabIndex={0}>
        {topicsOf(lessons).map(({ title, lessons: ofTopic }) => (
          <section key={title}>
            <h2>{areBeingFilmed(ofTopic) ? `${title} (being filmed)` : title}</h2>
            <ol>
              {ofTopic.map((lesson) => (
                <li key={lesson.id}>
                  <LessonLink
                    to={paths.lesson(lesson.id)}
                    aria-current={lesson.id === currentId ? 'page' : undefined}
                  >
                    <NumberOrTick>
                      {progress.get(lesson.id)?.watched ? (
                        <>
                          <Icon name="check" size={16} />
                          <VisuallyHidden>Watched: </VisuallyHidden>
                        </>
                      ) : (
                        String(lessonNumber(lesson.id)).padStart(2, '0')
                      )}
                    </NumberOrTick>
                    <span>{lesson.title}</span>
                    {!areBeingFilmed(ofTopic) && <small>{lengthLabel(lesson)}</small>}
                  </LessonLink>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </Scroller>
    </>
  );
}

const ProgressRow = styled.div`
  flex: none;
  padding: ${tokens.space(4)};
`;

const Scroller = styled.nav`
  position: relative;
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  /* A fade where it goes on; the last lesson ends above it. */
  padding-bottom: ${tokens.space(8)};
  mask-image: linear-gradient(#000 calc(100% - ${tokens.space(10)}), transparent);

  h2 {
    position: sticky;
    top: 0;
    z-index: 1;
    padding: ${tokens.space(2)} ${tokens.space(4)};
    background: ${tokens.color.raised};
    color: ${tokens.color.muted};
    font-size: ${tokens.font.size.caption};
    font-weight: 600;
  }
`;

const LessonLink = styled(Link)`
  display: grid;
  grid-template-columns: 1.5rem 1fr auto;
  align-items: baseline;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(3)} ${tokens.space(4)};
  color: inherit;
  font-size: ${tokens.font.size.small};
  line-height: 1.35;
  text-decoration: none;

  &:hover {
    background: color-mix(in srgb, ${tokens.color.accent} 10%, transparent);
  }

  &[aria-current] {
    background: color-mix(in srgb, ${tokens.color.accent} 16%, transparent);
    box-shadow: inset 3px 0 0 ${tokens.color.accent};
    font-weight: 600;
  }

  small {
    color: ${tokens.color.muted};
    font: 0.75rem/1 ${tokens.font.mono};
    white-space: nowrap;
  }
`;

const NumberOrTick = styled.span`
  color: ${tokens.color.muted};
  font: 0.75rem/1 ${tokens.font.mono};

  svg {
    color: ${tokens.color.success};
  }
`;
