import { Band, Caption, Heading, Stack, tokens } from '@isa/ui';
import { memo } from 'react';
import { styled } from 'styled-components';
import { areBeingFilmed, type LessonSummary, topicsOf } from '../../shared/lessons';
import { Topic } from '../../shared/topic';

interface CurriculumProps {
  readonly lessons: readonly LessonSummary[];
  /** Whether the customer has bought them. */
  readonly owned: boolean;
}

/** The topics, which are memoised, because most changes of the page do not change them. */
export const Curriculum = memo(function Curriculum({ lessons, owned }: CurriculumProps) {
  const topics = topicsOf(lessons);
  return (
    <Band tone="card" id="lessons">
      <Stack gap={2}>
        <Caption>{`The course in ${topics.length} topics`}</Caption>
        <Heading level={2}>{owned ? 'Your lessons' : 'What you will learn'}</Heading>
      </Stack>
      <Topics>
        {topics.map(({ title, lessons: ofTopic }, index) => (
          <Topic
            key={title}
            index={index}
            startsOpen={index === 0}
            title={title}
            lessons={ofTopic}
            filmedCourse={areBeingFilmed(lessons)}
            owned={owned}
            level={3}
            textOf={({ summary }) => summary}
          />
        ))}
      </Topics>
    </Band>
  );
});

const Topics = styled.div`
  margin-top: ${tokens.space(8)};
`;
