import { lessonNumber } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { asElement, Button, Caption, Cluster, Columns, Heading, Icon, surface, Text, tokens } from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { autoplay } from '../../shared/autoplay';
import { formatClock, formatDuration } from '../../shared/durations';
import { lengthLabel, type LessonSummary } from '../../shared/lessons';
import { type ProgressByLesson, resumePosition } from '../../shared/progress/merge';

interface Continuation {
  readonly lesson: LessonSummary;
  /**
   * `start` before anything was watched, `resume` within a lesson, `next` after a finished one; while the first lesson is
   * being filmed `sample`, or `filming` where there is not even that.
   */
  readonly kind: 'start' | 'resume' | 'next' | 'sample' | 'filming';
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
  sample: 'Your first lesson',
  filming: 'Your first lesson',
};

const actions: Readonly<Partial<Record<Continuation['kind'], string>>> = {
  start: 'Start the course',
  sample: 'Watch the sample',
  filming: 'See what it teaches',
};

interface ContinueCardProps {
  readonly continuation: Continuation;
  readonly text: string;
  readonly children: ReactNode;
}

export function ContinueCard({ continuation: { lesson, kind, seconds }, text, children }: ContinueCardProps) {
  const number = lessonNumber(lesson.id);
  const [intent] = useState(autoplay);
  return (
    <Card as="section" aria-label="Continue" from="lg" widths="7fr 5fr" gap={0} align="center">
      <LessonThumbnail number={number} loading="eager" />
      <Body>
        <Caption tone="accent">{captions[kind]}</Caption>
        <Heading level={2} size="lg">
          <Title to={paths.lesson(lesson.id)}>{lesson.title}</Title>
        </Heading>
        <Text muted size="small">
          {text}
        </Text>
        <Cluster gap={4}>
          <Button as={Link} to={paths.lesson(lesson.id)} state={intent}>
            <Icon name="play" size={18} />
            <span>{actions[kind] ?? `Continue with lesson ${number}`}</span>
          </Button>
          {/* The text below says about the whole course that it is being filmed. */}
          {kind !== 'sample' && kind !== 'filming' && (
            <Text muted size="small">
              {kind === 'resume' && lesson.recorded
                ? `At ${formatClock(seconds)}, ${formatDuration(lesson.durationSeconds - seconds)} left`
                : lengthLabel(lesson)}
            </Text>
          )}
        </Cluster>
        {asElement(children)}
      </Body>
    </Card>
  );
}

const Card = styled(Columns)`
  ${surface('ink')}
  overflow: hidden;
  border-radius: ${tokens.radiusLarge};
`;

const Body = styled.div`
  display: grid;
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
