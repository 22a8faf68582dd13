import type { LessonProgress } from '@isa/api-contract';

export type ProgressByLesson = ReadonlyMap<number, LessonProgress>;

const WATCHED_SHARE = 0.95;
const MIN_RESUME_SECONDS = 3;

/** @returns the record with the newer position, which is watched if either is. */
export function merged(one: LessonProgress, other: LessonProgress | undefined): LessonProgress {
  if (!other) return one;
  // The ISO 8601 timestamps may differ in precision, so they are compared as times.
  const newer = Date.parse(other.updatedAt) > Date.parse(one.updatedAt) ? other : one;
  return { ...newer, watched: one.watched || other.watched };
}

export function mergedAll(one: ProgressByLesson, others: Iterable<LessonProgress>): ProgressByLesson {
  const all = new Map(one);
  for (const record of others) all.set(record.lessonId, merged(record, all.get(record.lessonId)));
  return all;
}

export function isWatched(position: number, duration: number): boolean {
  return duration > 0 && position >= duration * WATCHED_SHARE;
}

export function resumePosition(record: LessonProgress | undefined, duration: number): number {
  if (!record || record.positionSeconds < MIN_RESUME_SECONDS) return 0;
  return isWatched(record.positionSeconds, duration) ? 0 : record.positionSeconds;
}

export function watchedShare(record: LessonProgress | undefined, durationSeconds: number): number {
  if (!record) return 0;
  if (record.watched) return 1;
  return durationSeconds > 0 ? Math.min(1, record.positionSeconds / durationSeconds) : 0;
}
