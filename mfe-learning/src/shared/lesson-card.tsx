import { lessonNumber } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { asElement, Caption, Heading, Icon, media, tokens } from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { lengthLabel, type LessonSummary } from './lessons';
import { watchedShare } from './progress/merge';
import { useProgress } from './progress/progress';

export interface LessonCardProps {
  readonly lesson: LessonSummary;
  /** Whether the topic says about all its lessons that they are being filmed. */
  readonly filmedTopic?: boolean;
  readonly level?: 3 | 4;
  readonly children: ReactNode;
}

export function LessonCard({ lesson, filmedTopic = false, level = 4, children }: LessonCardProps) {
  return (
    <Item>
      <Picture>
        <LessonThumbnail number={lessonNumber(lesson.id)} />
        <ThumbnailProgress lesson={lesson} />
      </Picture>
      <Body>
        {!filmedTopic && <Caption tone={lesson.recorded ? 'muted' : 'accent'}>{lengthLabel(lesson)}</Caption>}
        <Heading level={level} size="sm">
          <Title to={paths.lesson(lesson.id)}>{lesson.title}</Title>
        </Heading>
        {asElement(children)}
      </Body>
    </Item>
  );
}

export const LessonGrid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr));
  gap: ${tokens.space(8)} ${tokens.space(6)};
`;

export const Item = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: 8rem minmax(0, 1fr);
  gap: ${tokens.space(4)};
  align-items: start;

  ${media.up('sm')} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${tokens.space(3)};
    align-content: start;
  }
`;

const Body = styled.div`
  display: grid;
  gap: ${tokens.space(1)};

  /* On phones the text is cut, because the list has 33 lessons. */
  ${media.down('sm')} {
    h3 ~ p,
    h4 ~ p {
      display: -webkit-box;
      overflow: hidden;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 3;
    }
  }
`;

export const Picture = styled.div`
  position: relative;
  aspect-ratio: 16 / 9;
  overflow: hidden;
  border-radius: ${tokens.radius};
`;

export const Title = styled(Link)`
  color: inherit;
  text-decoration: none;

  /* The whole card is the target of the link. */
  &::after {
    position: absolute;
    inset: 0;
    content: '';
  }

  ${Item}:hover & {
    text-decoration: underline;
  }
`;

/** Marks a lesson's thumbnail with a tick when watched, else with a progress bar. */
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
