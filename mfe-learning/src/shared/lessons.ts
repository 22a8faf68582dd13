import { formatPounds, type Lesson, type Pence } from '@isa/api-contract';

/** What lists need of a lesson. The descriptions stay on their own pages, so that no list carries them all. */
export type LessonSummary = Pick<
  Lesson,
  'id' | 'title' | 'summary' | 'topic' | 'durationSeconds' | 'price' | 'currency'
>;

export function summarise(lesson: Lesson): LessonSummary {
  const { id, title, summary, topic, durationSeconds, price, currency } = lesson;
  return { id, title, summary, topic, durationSeconds, price, currency };
}

export interface Topic {
  readonly title: string;
  readonly lessons: readonly LessonSummary[];
}

/** The course's topics in the order of their first lessons. */
export function topicsOf(lessons: readonly LessonSummary[]): Topic[] {
  const topics = new Map<string, LessonSummary[]>();
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
