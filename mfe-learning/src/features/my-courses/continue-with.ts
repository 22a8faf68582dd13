import type { LessonSummary } from '../../shared/lessons';
import { type ProgressByLesson, resumePosition } from '../../shared/progress/merge';

/** What the Continue card offers. */
export interface Offer {
  readonly lesson: LessonSummary;
  /** `begin` before anything was watched, `resume` in the middle of a lesson, `next` after a finished one. */
  readonly how: 'begin' | 'resume' | 'next';
  /** Where it goes on, in seconds. */
  readonly seconds: number;
}

/**
 * The lesson to go on with: the one watched last unless it is finished, else the first unwatched one
 * behind it, else the first unwatched one at all. Nothing when all are watched.
 * @param lessons the customer's own, in the course's order
 */
export function continueWith(
  lessons: readonly LessonSummary[],
  progress: ProgressByLesson,
): Offer | undefined {
  const unwatched = lessons.filter(({ id }) => !progress.get(id)?.watched);
  const last = lastWatched(lessons, progress);
  const lesson =
    unwatched.find(({ id }) => id === last?.id) ??
    unwatched.find(({ id }) => last && id > last.id) ??
    unwatched[0];
  if (!lesson) return undefined;
  const seconds = resumePosition(progress.get(lesson.id), lesson.durationSeconds);
  return { lesson, how: last ? (seconds > 0 ? 'resume' : 'next') : 'begin', seconds };
}

function lastWatched(
  lessons: readonly LessonSummary[],
  progress: ProgressByLesson,
): LessonSummary | undefined {
  const when = ({ id }: LessonSummary) => Date.parse(progress.get(id)?.updatedAt ?? '');
  return lessons
    .filter(({ id }) => progress.has(id))
    .sort((one, other) => when(other) - when(one))
    .at(0);
}
