import type { CourseCard } from '@isa/api-contract';
import { categoryOf } from './categories';

/** `File 06` for `isa-surveillance-course-6`. */
export function fileNumber({ slug }: Pick<CourseCard, 'slug'>): string {
  const number = /\d+$/.exec(slug)?.[0] ?? '';
  return `File ${number.padStart(2, '0')}`;
}

/** `File 06 / Surveillance`. */
export function courseCaption(course: Pick<CourseCard, 'slug' | 'category'>): string {
  return `${fileNumber(course)} / ${categoryOf(course.category).label}`;
}
