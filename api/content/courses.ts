import type { Course } from '@isa/api-contract';
import { intelligenceCourses } from './courses/intelligence';
import { investigationsCourses } from './courses/investigations';
import { surveillanceCourses } from './courses/surveillance';

/** The training courses held in person, in the order of the specification (§3). */
export const courses: readonly Course[] = [
  ...surveillanceCourses,
  ...investigationsCourses,
  ...intelligenceCourses,
];
