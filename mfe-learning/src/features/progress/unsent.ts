import type { LessonProgress } from './merge';

/** What the server has not confirmed yet. Kept in the browser, so that a closed tab or a lost network loses nothing. */
export interface Unsent {
  read(): LessonProgress[];
  write(records: readonly LessonProgress[]): void;
}

/** One drawer per customer, so that nobody's progress ends up in another account on a shared computer. */
export function unsentOf(customer: string): Unsent {
  const key = `learning:unsent-progress:${customer}`;
  return {
    read() {
      try {
        const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
        return Array.isArray(value) ? value.filter(isRecord) : [];
      } catch {
        return [];
      }
    },
    write(records) {
      try {
        if (records.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(records));
      } catch {
        // Storage is full or forbidden: progress then lives in this tab and on the server.
      }
    },
  };
}

function isRecord(value: unknown): value is LessonProgress {
  return (
    typeof value === 'object' &&
    value !== null &&
    'lessonId' in value &&
    Number.isInteger(value.lessonId) &&
    'positionSeconds' in value &&
    typeof value.positionSeconds === 'number' &&
    Number.isFinite(value.positionSeconds) &&
    'watched' in value &&
    typeof value.watched === 'boolean' &&
    'updatedAt' in value &&
    typeof value.updatedAt === 'string' &&
    Number.isFinite(Date.parse(value.updatedAt))
  );
}
