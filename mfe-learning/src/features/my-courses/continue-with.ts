import type { LessonSummary } from '../../shared/lessons';
import { type ProgressByLesson, resumePosition } from '../../shared/progress/merge';

/** The content of the Continue card. */
export interface Continuation {
  readonly lesson: LessonSummary;
  /** `start` before anything was watched, `resume` within a lesson, `next` after a finished one. */
  readonly kind: 'start' | 'resume' | 'next';
  /** The position to resume at. */
  readonly seconds: number;
}

/**
 * The lesson to continue with: the last played one unless it is watched, else the first unwatched one after it, else
 * the first unwatched one. `undefined` when all are watched.
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
