import { lessonNumber } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { asElement, Heading, media, tokens } from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import { styled } from 'styled-components';
import { formatDuration } from './durations';
import { Item, type LessonCardProps, Picture, ThumbnailProgress, Title } from './lesson-card';
import { lengthLabel } from './lessons';

/** A lesson in the list of a customer who has bought it: one line on desktops. */
export function LessonRow({ lesson, filmedTopic = false, level = 4, children }: LessonCardProps) {
  const number = lessonNumber(lesson.id);
  return (
    <Row>
      <Fact>{String(number).padStart(2, '0')}</Fact>
      <Picture>
        <LessonThumbnail number={number} />
        <ThumbnailProgress lesson={lesson} />
      </Picture>
      <Texts>
        <Heading level={level} size="sm">
          <Title to={paths.lesson(lesson.id)}>{lesson.title}</Title>
        </Heading>
        {asElement(children)}
      </Texts>
      <Fact>
        {/* The topic says that its lessons are being filmed. */}
        {filmedTopic ? `about ${formatDuration(lesson.durationSeconds)}` : lengthLabel(lesson)}
      </Fact>
    </Row>
  );
}

const Row = styled(Item)`
  grid-template-columns: 6rem minmax(0, 1fr);
  align-items: center;
  padding-block: ${tokens.space(3)};
  border-top: 1px solid ${tokens.color.line};

  ${media.down('sm')} {
    gap: ${tokens.space(1)} ${tokens.space(4)};
    > :first-child {
      display: none;
    }
    > :last-child {
      grid-column: 2;
    }
    > :nth-child(2) {
      grid-row: span 2;
    }
  }
  ${media.up('sm')} {
    /* Large letters leave the title its room. */
    grid-template-columns: 1.75rem min(6.5rem, 15%) minmax(0, 1fr) auto;
    gap: ${tokens.space(5)};
    align-content: normal;
  }
`;

const Texts = styled.div`
  p {
    display: -webkit-box;
    overflow: hidden;
    max-width: none;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  ${media.up('lg')} {
    p {
      -webkit-line-clamp: 1;
    }
  }
`;

const Fact = styled.span`
  color: ${tokens.color.muted};
  font: 0.8125rem/1.4 ${tokens.font.mono};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;
