import { formatPounds, type Lesson, lessonNumber } from '@isa/api-contract';
import { Caption, Heading, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { formatDuration } from '../../shared/durations';

/** Which lesson this is: its place in the course, title, length, price and currency. */
export function LessonTitle({ lesson, count }: { readonly lesson: Lesson; readonly count: number }) {
  return (
    <Block>
      <Caption>
        Lesson {lessonNumber(lesson.id)} of {count} / {lesson.topic}
      </Caption>
      <Heading level={1} size="lg">
        {lesson.title}
      </Heading>
      <Facts>
        <span>{formatDuration(lesson.durationSeconds)}</span>
        <span>
          {formatPounds(lesson.price)} {lesson.currency}
        </span>
      </Facts>
    </Block>
  );
}

const Block = styled.div`
  display: grid;
  gap: ${tokens.space(2)};
`;

const Facts = styled.p`
  display: flex;
  gap: ${tokens.space(6)};
  font-family: ${tokens.font.mono};
  font-size: 0.9375rem;
  font-variant-numeric: tabular-nums;
`;
