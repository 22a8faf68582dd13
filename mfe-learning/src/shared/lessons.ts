import { formatPounds, type Lesson, type Pence } from '@isa/api-contract';

/** The course that contains all lessons (specification §2). */
export const COURSE_TITLE = 'Basic Covert Surveillance';

/** What the page of one lesson contains of all the others. */
export type LessonEntry = Pick<Lesson, 'id' | 'title' | 'topic' | 'durationSeconds'>;

export function entryOf({ id, title, topic, durationSeconds }: Lesson): LessonEntry {
  return { id, title, topic, durationSeconds };
}

/** What a list of lessons needs; the descriptions are only in the page data of their own lesson. */
export type LessonSummary = LessonEntry & Pick<Lesson, 'summary' | 'price' | 'currency'>;

export function summarise(lesson: Lesson): LessonSummary {
  const { summary, price, currency } = lesson;
  return { ...entryOf(lesson), summary, price, currency };
}

/** The course's topics in the order of their first lessons. */
export function topicsOf<T extends LessonEntry>(lessons: readonly T[]) {
  const topics = new Map<string, T[]>();
  for (const lesson of lessons) topics.set(lesson.topic, [...(topics.get(lesson.topic) ?? []), lesson]);
  return [...topics].map(([title, ofTopic]) => ({ title, lessons: ofTopic }));
}

export function totalSeconds(lessons: readonly Pick<Lesson, 'durationSeconds'>[]): number {
  return lessons.reduce((total, lesson) => total + lesson.durationSeconds, 0);
}

/** A price without `.00`: `£77`. */
export function shortPounds(amount: Pence): string {
  return formatPounds(amount).replace(/\.00$/, '');
}
