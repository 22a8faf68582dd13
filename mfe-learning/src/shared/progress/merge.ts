import type { LessonProgress } from '@isa/api-contract';

export type ProgressByLesson = ReadonlyMap<number, LessonProgress>;

const WATCHED_SHARE = 0.95;
const MIN_RESUME_SECONDS = 3;

/** @returns the server's record with the later viewing; both times are by the server's clock. */
function laterOf(one: LessonProgress, other: LessonProgress | undefined): LessonProgress {
  // The ISO 8601 timestamps may differ in precision, so they are compared as times.
  return other && Date.parse(other.updatedAt) > Date.parse(one.updatedAt) ? other : one;
}

/** Adds responses of the server, which may arrive in any order. */
export function withConfirmed(known: ProgressByLesson, records: Iterable<LessonProgress>): ProgressByLesson {
  const all = new Map(known);
  for (const record of records) all.set(record.lessonId, laterOf(record, all.get(record.lessonId)));
  return all;
}

/**
 * @returns the server's records with this browser's unsent ones over them. Their times are not compared, because the
 * device's clock may be wrong: the server decides when it receives them.
 */
export function withUnsent(confirmed: ProgressByLesson, unsent: Iterable<LessonProgress>): ProgressByLesson {
  const all = new Map(confirmed);
  for (const record of unsent) {
    const watched = record.watched || (all.get(record.lessonId)?.watched ?? false);
    all.set(record.lessonId, { ...record, watched });
  }
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
