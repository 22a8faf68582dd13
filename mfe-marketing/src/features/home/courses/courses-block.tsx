import {
  type CourseCard as CourseCardData,
  formatPounds,
  LESSON_COUNT,
  type Pence,
  watchableToday,
} from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import {
  Band,
  Button,
  Caption,
  Columns,
  Grid,
  surface,
  Heading,
  Lead,
  media,
  Stack,
  Text,
  TextLink,
  tokens,
  visuallyHidden,
} from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import { styled } from 'styled-components';
import { CardSummary } from '../../../shared/card';
import { CourseCard } from '../../../shared/courses/course-card';
import { BlockHead } from '../block-head';

/** Fewer columns, and on phones the text below the picture, where letters are large. */
const Cards = styled(Grid)`
  grid-template-columns: repeat(auto-fill, minmax(min(100%, max(330px, 15rem)), 1fr));
  margin-block: ${tokens.space(8)} ${tokens.space(6)};
  ${media.up('lg')} {
    img {
      aspect-ratio: 16 / 9;
      object-fit: cover;
    }
    article > :last-child {
      padding-block: ${tokens.space(5)} ${tokens.space(3)};
    }
  }
  /* The course's own page has the summary. */
  ${CardSummary} {
    display: none;
  }
  /* On phones a course is a row: its picture's small form, name and duration. */
  ${media.down('sm')} {
    gap: ${tokens.space(3)};
    article {
      display: flex;
      flex-wrap: wrap;
      padding-left: ${tokens.space(4)};
    }
    article > :first-child {
      width: 5.5rem;
      align-self: start;
      margin-top: ${tokens.space(4)};
      border-radius: ${tokens.radius};
    }
    img {
      aspect-ratio: 1;
      object-fit: cover;
    }
    article > :first-child span {
      display: none;
    }
    article > :last-child {
      flex: 1 1 10rem;
      min-width: 0;
      gap: ${tokens.space(2)};
      padding: ${tokens.space(4)};
    }
    /* The course's own page says for whom it is. */
    dl > :first-child {
      display: none;
    }
    dl > div {
      padding-block: ${tokens.space(1.5)};
      border: 0;
    }
    dt {
      grid-template-columns: 1.25rem;
    }
    dt span {
      ${visuallyHidden}
    }
  }
`;

const ToAllCourses = styled.div`
  ${media.up('lg')} {
    text-align: right;
  }
`;

const OnlinePanel = styled(Columns)`
  ${surface('ink')}
  overflow: clip;
  border-radius: ${tokens.radiusLarge};
  padding: clamp(${tokens.space(6)}, 4vw, ${tokens.space(12)});
`;

const shownLessons = [1, 8, 13, 19, 25, 30];

const Thumbnails = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${tokens.space(2)};
  img {
    border-radius: ${tokens.radius};
  }
`;

interface CoursesBlockProps {
  readonly courses: readonly CourseCardData[];
  readonly premiumPrice: Pence;
  /** Whether not even the first lesson can be watched. */
  readonly beingFilmed: boolean;
}

export function CoursesBlock({ courses, premiumPrice, beingFilmed }: CoursesBlockProps) {
  return (
    <Band space="medium" id="latest-courses" aria-labelledby="training">
      <Columns from="lg" widths="8fr 4fr" gap={6} align="end">
        <BlockHead id="training" title="Six courses in person, one online">
          <Lead>At headquarters, at your site or at an agreed base.</Lead>
        </BlockHead>
        <ToAllCourses>
          <TextLink as={Link} to={paths.allTrainingCourses} mark="arrow">
            Compare all training courses
          </TextLink>
        </ToAllCourses>
      </Columns>
      <Cards gap={6}>
        {courses.map((course) => (
          <CourseCard key={course.slug} course={course} />
        ))}
      </Cards>
      <OnlinePanel
        as="section"
        aria-labelledby="online"
        from="lg"
        widths="5fr 6fr"
        gap={8}
        wideGap={tokens.space(12)}
        align="center"
      >
        <Stack gap={5} align="start">
          <Caption tone="accent">Online course</Caption>
          <Heading level={3} size="lg" id="online">
            Basic Covert Surveillance
          </Heading>
          <Text muted>
            {`${LESSON_COUNT} video lessons in six topics, for beginners and for everybody who cannot travel. ${formatPounds(premiumPrice)} once, for all lessons.`}
          </Text>
          {beingFilmed && <Text size="small">{watchableToday(0, LESSON_COUNT)}</Text>}
          <Button as={Link} to={paths.onlineCourses}>
            See the online course
          </Button>
        </Stack>
        <Thumbnails aria-hidden="true">
          {shownLessons.map((number) => (
            <LessonThumbnail key={number} number={number} />
          ))}
        </Thumbnails>
      </OnlinePanel>
    </Band>
  );
}
