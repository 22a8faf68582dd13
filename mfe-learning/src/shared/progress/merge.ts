import type { CallOutput } from '@isa/api-contract';

/** How far a customer has come in one lesson. */
export type LessonProgress = CallOutput<'readProgress'>['lessons'][number];
export type ProgressByLesson = ReadonlyMap<number, LessonProgress>;

/** A lesson counts as watched from here on: nobody waits for the last breath of the credits. */
const WATCHED_SHARE = 0.95;
/** Too little to be worth a jump, in seconds. */
const MIN_RESUME_SECONDS = 3;

/** Two records of one lesson: the newer position, and watched once it was ever watched. */
export function merged(one: LessonProgress, other: LessonProgress | undefined): LessonProgress {
  if (!other) return one;
  // Timestamps are ISO 8601 in UTC but may differ in precision, so they are compared as times.
  const newer = Date.parse(other.updatedAt) > Date.parse(one.updatedAt) ? other : one;
  return { ...newer, watched: one.watched || other.watched };
}

/** Records of several lessons put together, lesson by lesson. */
export function mergedAll(one: ProgressByLesson, others: Iterable<LessonProgress>): ProgressByLesson {
  const all = new Map(one);
  for (const record of others) all.set(record.lessonId, merged(record, all.get(record.lessonId)));
  return all;
}

/** Whether a position, in seconds, is as good as the end. */
export function isWatched(position: number, duration: number): boolean {
  return duration > 0 && position >= duration * WATCHED_SHARE;
}

/** Where to go on, in seconds: 0 when hardly begun or as good as finished. */
export function resumePosition(record: LessonProgress | undefined, duration: number): number {
  if (!record || record.positionSeconds < MIN_RESUME_SECONDS) return 0;
  return isWatched(record.positionSeconds, duration) ? 0 : record.positionSeconds;
}

/** Share of a lesson that is behind the customer, from 0 to 1. */
export function share(record: LessonProgress | undefined, durationSeconds: number): number {
  if (!record) return 0;
  if (record.watched) return 1;
  return durationSeconds > 0 ? Math.min(1, record.positionSeconds / durationSeconds) : 0;
}
