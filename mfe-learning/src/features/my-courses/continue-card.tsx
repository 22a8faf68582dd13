import { lessonNumber } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import {
  asElement,
  Button,
  Caption,
  Cluster,
  Columns,
  Heading,
  Icon,
  media,
  surface,
  Text,
  tokens,
} from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { autoplay } from '../../shared/autoplay';
import { formatClock, formatDuration } from '../../shared/durations';
import { lengthLabel, type LessonSummary } from '../../shared/lessons';
import { type ProgressByLesson, resumePosition } from '../../shared/progress/merge';

interface Continuation {
  readonly lesson: LessonSummary;
  /** `start` before anything was watched, `resume` within a lesson, `next` after a finished one. */
  readonly kind: 'start' | 'resume' | 'next';
  readonly seconds: number;
}

/**
 * The last played lesson unless it is watched, else the first unwatched one after it, else the first
 * unwatched one.
 * @param lessons the purchased ones, in the order of the course
 */
export function continueWith(
  lessons: readonly LessonSummary[],
  progress: ProgressByLesson,
): Continuation | undefined {
  const unwatched = lessons.filter(({ id }) => !progress.get(id)?.watched);
  const playedAt = ({ id }: LessonSummary) => Date.parse(progress.get(id)?.updatedAt ?? '');
  const played = lessons.filter(({ id }) => progress.has(id));
  const [last] = played.sort((one, other) => playedAt(other) - playedAt(one));
  const lesson =
    unwatched.find(({ id }) => id === last?.id) ??
    unwatched.find(({ id }) => last && id > last.id) ??
    unwatched[0];
  if (!lesson) return undefined;
  const seconds = resumePosition(progress.get(lesson.id), lesson.durationSeconds);
  return { lesson, kind: last ? (seconds > 0 ? 'resume' : 'next') : 'start', seconds };
}

const captions: Readonly<Record<Continuation['kind'], string>> = {
  start: 'Start here',
  resume: 'Where you left off',
  next: 'Up next',
};

interface ContinueCardProps {
  readonly continuation: Continuation;
  readonly children: ReactNode;
}

export function ContinueCard({ continuation: { lesson, kind, seconds }, children }: ContinueCardProps) {
  const number = lessonNumber(lesson.id);
  const [intent] = useState(autoplay);
  return (
    <Card as="section" aria-label="Continue" from="md" widths="18rem 1fr" gap={0}>
      <LessonThumbnail number={number} loading="eager" />
      <Body>
        <Caption tone="accent">{captions[kind]}</Caption>
        <Heading level={2} size="lg">
          <Title to={paths.lesson(lesson.id)}>{lesson.title}</Title>
        </Heading>
        <Cluster gap={4}>
          <Button as={Link} to={paths.lesson(lesson.id)} state={intent}>
            <Icon name="play" size={18} />
            <span>{kind === 'start' ? 'Start the course' : `Continue with lesson ${number}`}</span>
          </Button>
          <Text muted size="small">
            {kind === 'resume' && lesson.recorded
              ? `At ${formatClock(seconds)}, ${formatDuration(lesson.durationSeconds - seconds)} left`
              : lengthLabel(lesson)}
          </Text>
        </Cluster>
        {asElement(children)}
      </Body>
    </Card>
  );
}

/** A panel on ink: a picture, and texts alongside it. */
export const Card = styled(Columns)`
  ${surface('ink')}
  overflow: hidden;
  border-radius: ${tokens.radiusLarge};
  /* Alongside the text the picture is without its numeral, which would be cut. */
  ${media.up('md')} {
    > img {
      height: 100%;
      object-fit: cover;
      object-position: right;
    }
  }
`;

export const Body = styled.div`
  display: grid;
  align-content: center;
  gap: ${tokens.space(4)};
  padding: clamp(${tokens.space(5)}, 3vw, ${tokens.space(10)});
`;

const Title = styled(Link)`
  color: inherit;
  text-decoration-line: none;

  &:hover {
    text-decoration-line: underline;
  }
`;
