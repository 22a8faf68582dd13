import { CURRENCY, paths, type Premium, PREMIUM_ID, PREMIUM_PRICE } from '@isa/api-contract';
import { books } from './books';
import { lessons } from './lessons';

export { books, lessons };
export { courses } from './courses';
export { legalPages } from './legal';
export { posts } from './posts';

/**
 * What is sold, and seeded into the database. Raise the revision with each change: seeding never replaces rows of a higher
 * one, so a process of an older release does not bring back its prices.
 */
export const catalogue = { revision: 2, books, lessons } as const;

/** The virtual product that opens every lesson (specification §3). */
export const premium: Premium = {
  id: PREMIUM_ID,
  title: 'Premium access to Basic Covert Surveillance, all 33 lessons',
  price: PREMIUM_PRICE,
  currency: CURRENCY,
  link: paths.onlineCourses,
};
