import { Band, Caption, Heading, media, Stack, tokens } from '@isa/ui';
import { memo } from 'react';
import { styled } from 'styled-components';
import { type LessonSummary, topicsOf } from '../../shared/lessons';
import { extent, Topic, topicId } from '../../shared/topic';

/** The topics, which are memoised, because the visitor's access does not change them. */
export const Curriculum = memo(function Curriculum({
  lessons,
}: {
  readonly lessons: readonly LessonSummary[];
}) {
  const topics = topicsOf(lessons);
  return (
    <Band tone="card" id="lessons">
      <Stack gap={2}>
        <Caption>{`The course in ${topics.length} topics`}</Caption>
        <Heading level={2}>What you will learn</Heading>
      </Stack>
      <TopicIndex>
        {topics.map(({ title, lessons: ofTopic }, index) => (
          <li key={title}>
            <a href={`#${topicId(index)}`}>
              <span>{title}</span>
              <small>{extent(ofTopic)}</small>
            </a>
          </li>
        ))}
      </TopicIndex>
      {topics.map(({ title, lessons: ofTopic }, index) => (
        <Topic
          key={title}
          index={index}
          title={title}
          lessons={ofTopic}
          level={3}
          textOf={({ summary }) => summary}
        />
      ))}
    </Band>
  );
});

/** The index of topics. Phones have none, because the closed topics below are an index themselves. */
const TopicIndex = styled.ol`
  display: none;
  gap: 0 ${tokens.space(10)};
  margin-top: ${tokens.space(8)};
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr));

  ${media.up('sm')} {
    display: grid;
  }

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
  }

  small {
    flex: none;
    color: ${tokens.color.muted};
    font-variant-numeric: tabular-nums;
  }
`;
