import { Icon, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import type { LessonSummary } from '../lessons';
import { share } from './merge';
import { useProgress } from './use-progress';

/** On a lesson's picture: a tick once it was watched, until then how far the customer has come. */
export function ThumbnailMark({ lesson }: { readonly lesson: LessonSummary }) {
  const record = useProgress().lessons.get(lesson.id);
  if (record?.watched) {
    return (
      <Tick>
        <Icon name="check" size={16} title="Watched" />
      </Tick>
    );
  }
  const done = share(record, lesson.durationSeconds);
  return done > 0 ? <Line style={{ width: `${done * 100}%` }} /> : null;
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

const Line = styled.span`
  position: absolute;
  bottom: 0;
  left: 0;
  height: 4px;
  background: ${tokens.color.brassLight};
`;
