import { Icon, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import type { LessonSummary } from '../lessons';
import { watchedShare } from './merge';
import { useProgress } from './use-progress';

/** Over a lesson's thumbnail: a tick when watched, else a progress bar. */
export function ThumbnailProgress({ lesson }: { readonly lesson: LessonSummary }) {
  const record = useProgress().lessons.get(lesson.id);
  if (record?.watched) {
    return (
      <Tick>
        <Icon name="check" size={16} title="Watched" />
      </Tick>
    );
  }
  const done = watchedShare(record, lesson.durationSeconds);
  return done > 0 ? <ProgressBar style={{ width: `${done * 100}%` }} /> : null;
}

const Tick = styled.span`
  position: absolute;
  top: ${tokens.space(2)};
  right: ${tokens.space(2)};
  display: grid;
  place-content: center;
  width: 26px;
  height: 26px;
  border-radius: 50%;
  background: ${tokens.color.clear};
  color: #fff;
`;

const ProgressBar = styled.span`
  position: absolute;
  bottom: 0;
  left: 0;
  height: 4px;
  background: ${tokens.color.brassLight};
`;
