import { tokens } from '@isa/ui';
import { useId } from 'react';
import { styled } from 'styled-components';
import type { LessonEntry } from '../lessons';
import type { ProgressByLesson } from './merge';

interface CourseProgressProps {
  readonly lessons: readonly LessonEntry[];
  readonly progress: ProgressByLesson;
}

export function CourseProgress({ lessons, progress }: CourseProgressProps) {
  const watched = lessons.filter(({ id }) => progress.get(id)?.watched).length;
  return <LessonCount count={watched} of={lessons.length} are="watched" />;
}

interface LessonCountProps {
  readonly count: number;
  readonly of: number;
  readonly are: 'watched' | 'filmed';
}

/** How many of the lessons are watched or filmed, in words and as a bar. */
export function LessonCount({ count, of, are }: LessonCountProps) {
  const label = useId();
  return (
    <Row>
      <span id={label}>{`${count} of ${of} lessons ${are}`}</span>
      <progress aria-labelledby={label} value={count} max={of} />
    </Row>
  );
}

const Row = styled.div`
  display: grid;
  gap: ${tokens.space(2)};
  color: ${tokens.color.muted};
  font-size: ${tokens.font.size.small};
  font-variant-numeric: tabular-nums;

  progress {
    width: 100%;
    height: 6px;
    border: 0;
    border-radius: 3px;
    appearance: none;
    overflow: hidden;
    background: color-mix(in srgb, ${tokens.color.text} 14%, transparent);
  }

  progress::-webkit-progress-bar {
    background: transparent;
  }

  progress::-webkit-progress-value {
    background: ${tokens.color.brass};
  }

  progress::-moz-progress-bar {
    background: ${tokens.color.brass};
  }
`;
