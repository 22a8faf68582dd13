import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Button, Caption, Cluster, Heading, Icon, media, Text } from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { COURSE_TITLE, type LessonSummary, recordedCount } from '../../shared/lessons';
import { LessonCount } from '../../shared/progress/course-progress';
import { Body, Card } from './continue-card';

interface FilmingCardProps {
  readonly lessons: readonly LessonSummary[];
  /** The lesson of which a sample can be watched. */
  readonly sample: LessonSummary | undefined;
}

/** Takes the place of the card to continue with while the first lesson is being filmed. */
export function FilmingCard({ lessons, sample }: FilmingCardProps) {
  return (
    <Filming as="section" aria-labelledby="filming" from="md" widths="5fr 7fr" gap={0}>
      <PageArt name="study" loading="eager" />
      <Body>
        <Caption tone="accent">Your course</Caption>
        <Heading level={2} size="lg" id="filming">
          {COURSE_TITLE}
        </Heading>
        <Text>All lessons are yours. Each opens here as soon as it is filmed.</Text>
        {sample && (
          <Cluster>
            <Button as={Link} to={paths.lesson(sample.id)}>
              <Icon name="play" size={18} />
              <span>Watch a sample</span>
            </Button>
          </Cluster>
        )}
        <LessonCount count={recordedCount(lessons)} of={lessons.length} are="filmed" />
      </Body>
    </Filming>
  );
}

const Filming = styled(Card)`
  ${media.up('md')} {
    > img {
      object-position: center;
    }
  }
`;
