import { Band, Caption, Heading, Stack, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { formatDuration } from '../../shared/durations';
import { LessonCard, LessonGrid } from '../../shared/lesson-card';
import { type LessonSummary, topicsOf, totalSeconds } from '../../shared/lessons';

export function Curriculum({ lessons }: { readonly lessons: readonly LessonSummary[] }) {
  const topics = topicsOf(lessons);
  return (
    <Band tone="card" id="lessons">
      <Stack gap={2}>
        <Caption>The course in {topics.length} topics</Caption>
        <Heading level={2}>What you will learn</Heading>
      </Stack>
      <TopicIndex>
        {topics.map(({ title, lessons: ofTopic }, index) => (
          <li key={title}>
            <a href={`#${topicId(index)}`}>
              <span>{title}</span>
              <small>
                {ofTopic.length} {ofTopic.length === 1 ? 'lesson' : 'lessons'},{' '}
                {formatDuration(totalSeconds(ofTopic))}
              </small>
            </a>
          </li>
        ))}
      </TopicIndex>
      {topics.map(({ title, lessons: ofTopic }, index) => (
        <TopicBlock key={title} id={topicId(index)} aria-labelledby={`${topicId(index)}-title`}>
          <TopicTitle>
            <Caption>Topic {index + 1}</Caption>
            <Heading level={3} id={`${topicId(index)}-title`}>
              {title}
            </Heading>
          </TopicTitle>
          <LessonGrid>
            {ofTopic.map((lesson) => (
              <LessonCard key={lesson.id} lesson={lesson}>
                <Text size="small" muted>
                  {lesson.summary}
                </Text>
              </LessonCard>
            ))}
          </LessonGrid>
        </TopicBlock>
      ))}
    </Band>
  );
}

function topicId(index: number): string {
  return `topic-${index + 1}`;
}

const TopicIndex = styled.ol`
  display: grid;
  gap: 0 ${tokens.space(10)};
  margin-top: ${tokens.space(8)};
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr));

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
    text-underline-offset: 0.2em;
  }

  small {
    flex: none;
    color: ${tokens.color.muted};
    font-variant-numeric: tabular-nums;
  }
`;

const TopicBlock = styled.section`
  margin-top: ${tokens.space(14)};
  padding-top: ${tokens.space(8)};
  border-top: 1px solid ${tokens.color.line};
  scroll-margin-top: ${tokens.space(24)};
`;

const TopicTitle = styled.div`
  display: grid;
  gap: ${tokens.space(1)};
  margin-bottom: ${tokens.space(6)};
`;
