import { CURRENCY, type Premium, PREMIUM_ID, PREMIUM_PRICE } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { academy, ACADEMY_REVISION, team } from './academy';
import { books, BOOKS_REVISION } from './books';
import { courses } from './courses';
import { lessons, LESSONS_REVISION } from './lessons';
import { posts } from './posts';

export { academy, books, courses, lessons, posts, team };
export { legalPages, termsInForce } from './legal';

/** The revision rises with each change: an older release's process never brings back its prices. */
export const catalogue = {
  revision: BOOKS_REVISION + LESSONS_REVISION + ACADEMY_REVISION,
  books,
  lessons,
  courses,
  posts,
  team,
  academy,
} as const;

/** The virtual product that opens every lesson (specification §3). */
export const premium: Omit<Premium, 'preOrder'> = {
  id: PREMIUM_ID,
  title: 'Premium access to Basic Covert Surveillance, all 33 lessons',
  price: PREMIUM_PRICE,
  currency: CURRENCY,
  link: paths.onlineCourses,
};
