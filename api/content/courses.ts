import type { Course } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { courseSchema } from '@isa/api-contract/schemas';
import { z } from 'zod';
import coursesFile from './courses.json';

/** The training courses held in person, in the order of the specification (§3). */
export const courses: readonly Course[] = z
  .array(courseSchema.omit({ link: true, img: true }))
  .parse(coursesFile)
  .map(({ slug, ...course }) => ({
    slug,
    link: paths.course(slug),
    img: `/art/courses/${slug}.svg`,
    ...course,
  }));
