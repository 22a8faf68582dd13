import { type Book, type Course, type CourseCard, CURRENCY, type Lesson, paths } from '@isa/api-contract';
import type { BookRow, LessonRow } from '../../database/entities';

export function presentBook(row: BookRow): Book {
  return { ...row, currency: CURRENCY };
}

/** The link is built from the id, since the specification's data links lesson 21 to lesson 20's page. */
export function presentLesson(row: LessonRow): Lesson {
  return { ...row, currency: CURRENCY, link: paths.lesson(row.id) };
}

export function presentCourseCard({ slug, category, name, summary, link, img }: Course): CourseCard {
  return { slug, category, name, summary, link, img };
}
