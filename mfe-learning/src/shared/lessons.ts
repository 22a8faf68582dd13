import { formatPounds, isRecorded, type Lesson, type Pence } from '@isa/api-contract';
import { formatDuration } from './durations';

/** The course that contains all lessons (specification §2). */
export const COURSE_TITLE = 'Basic Covert Surveillance';

/** What the page of one lesson contains of all the others. */
export type LessonEntry = ReturnType<typeof entryOf>;

export function entryOf(lesson: Lesson) {
  const { id, title, topic, durationSeconds } = lesson;
  return { id, title, topic, durationSeconds, recorded: isRecorded(lesson) };
}

/** What a list of lessons needs; the descriptions are only in the page data of their own lesson. */
export type LessonSummary = LessonEntry & Pick<Lesson, 'summary' | 'price'>;

export function summarise(lesson: Lesson): LessonSummary {
  return { ...entryOf(lesson), summary: lesson.summary, price: lesson.price };
}

export function topicsOf<T extends LessonEntry>(lessons: readonly T[]) {
  const topics = new Map<string, T[]>();
  for (const lesson of lessons) topics.set(lesson.topic, [...(topics.get(lesson.topic) ?? []), lesson]);
  return [...topics].map(([title, ofTopic]) => ({ title, lessons: ofTopic }));
}

type Timed = Pick<LessonEntry, 'durationSeconds' | 'recorded'>;

/** The running time of the lessons that can be watched today, in seconds. */
export function runningSeconds(lessons: readonly Timed[]): number {
  return lessons.reduce(
    (total, { recorded, durationSeconds }) => total + (recorded ? durationSeconds : 0),
    0,
  );
}

export function recordedCount(lessons: readonly Timed[]): number {
  return lessons.filter(({ recorded }) => recorded).length;
}

/** Whether none can be watched, which lists of lessons say once for each topic. */
export function areBeingFilmed(lessons: readonly Timed[]): boolean {
  return recordedCount(lessons) === 0;
}

/** @returns the length, such as `14 min`, or `Being filmed`. */
export function lengthLabel({ recorded, durationSeconds }: Timed): string {
  return recorded ? formatDuration(durationSeconds) : 'Being filmed';
}

/** @returns the shortest and the longest lesson, such as `about 12 to 28 min`: not all need have been filmed. */
export function lengths(lessons: readonly Timed[]): string {
  const minutes = lessons.map(({ durationSeconds }) => Math.round(durationSeconds / 60));
  const [shortest, longest] = [Math.min(...minutes), Math.max(...minutes)];
  return `about ${shortest === longest ? longest : `${shortest} to ${longest}`} min`;
}

/** Shows a price without `.00`, such as `£77`. */
export function shortPounds(amount: Pence): string {
  return formatPounds(amount).replace(/\.00$/, '');
}
