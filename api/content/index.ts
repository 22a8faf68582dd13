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
  premium: { price: PREMIUM_PRICE },
} as const;

/** The virtual product that opens every lesson (specification §3). Its price is content. */
export const premium: Omit<Premium, 'preOrder' | 'price'> = {
  id: PREMIUM_ID,
  title: 'Premium access to Basic Covert Surveillance, all 33 lessons',
  currency: CURRENCY,
  link: paths.onlineCourses,
};
