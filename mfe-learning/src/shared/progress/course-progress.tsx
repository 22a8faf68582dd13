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
  const label = useId();
  const watched = lessons.filter(({ id }) => progress.get(id)?.watched).length;
  return (
    <Row>
      <span id={label}>{`${watched} of ${lessons.length} lessons watched`}</span>
      <progress aria-labelledby={label} value={watched} max={lessons.length} />
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
