import { isRecord, storedJson } from '@isa/contract';
import type { LessonProgress } from './merge';

/** Progress that the server has not confirmed, one list per customer because computers are shared. */
export type UnsentProgress = ReturnType<typeof unsentProgressOf>;

export function unsentProgressOf(customer: string) {
  const stored = storedJson('localStorage', `learning:unsent-progress:${customer}`, (json) =>
    Array.isArray(json) ? json.filter(isLessonProgress) : undefined,
  );
  return {
    read: () => stored.read() ?? [],
    write(records: LessonProgress[]) {
      if (records.length === 0) stored.clear();
      else stored.write(records);
    },
  };
}

function isLessonProgress(value: unknown): value is LessonProgress {
  return (
    isRecord(value) &&
    Number.isInteger(value.lessonId) &&
    Number.isFinite(value.positionSeconds) &&
    typeof value.watched === 'boolean' &&
    typeof value.updatedAt === 'string' &&
    Number.isFinite(Date.parse(value.updatedAt))
  );
}
