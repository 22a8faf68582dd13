import { formatPounds, type Lesson, type Pence } from '@isa/api-contract';

/** A lesson's line in the course: what every lesson's page carries of all the others. */
export type LessonEntry = Pick<Lesson, 'id' | 'title' | 'topic' | 'durationSeconds'>;

export function entryOf({ id, title, topic, durationSeconds }: Lesson): LessonEntry {
  return { id, title, topic, durationSeconds };
}

/** What lists need of a lesson. The descriptions stay on their own pages, so that no list carries them all. */
export type LessonSummary = LessonEntry & Pick<Lesson, 'summary' | 'price' | 'currency'>;

export function summarise(lesson: Lesson): LessonSummary {
  const { summary, price, currency } = lesson;
  return { ...entryOf(lesson), summary, price, currency };
}

export interface Topic<T extends LessonEntry> {
  readonly title: string;
  readonly lessons: readonly T[];
}

/** The course's topics in the order of their first lessons. */
export function topicsOf<T extends LessonEntry>(lessons: readonly T[]): Topic<T>[] {
  const topics = new Map<string, T[]>();
  for (const lesson of lessons) topics.set(lesson.topic, [...(topics.get(lesson.topic) ?? []), lesson]);
  return [...topics].map(([title, ofTopic]) => ({ title, lessons: ofTopic }));
}

export function totalSeconds(lessons: readonly Pick<Lesson, 'durationSeconds'>[]): number {
  return lessons.reduce((total, lesson) => total + lesson.durationSeconds, 0);
}

/** A price in running text, without the pence when there are none: `£77`. */
export function shortPounds(amount: Pence): string {
  return formatPounds(amount).replace(/\.00$/, '');
}
