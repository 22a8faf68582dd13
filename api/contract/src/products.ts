import { type Pence, pence } from './money';

/** Product ids (specification §9): books are 1–8, lessons 1001–1033, premium access 1999. */
export const BOOK_COUNT = 8;
/** Lessons of the basic course (specification §3). */
export const LESSON_COUNT = 33;
/** The id of the first lesson; the others follow without gaps (specification §9). */
export const FIRST_LESSON_ID = 1001;
const LAST_LESSON_ID = FIRST_LESSON_ID + LESSON_COUNT - 1;
/** The id of premium access, the only online product that can be ordered (specification §9). */
export const PREMIUM_ID = 1999;

/** Price of one lesson as the catalogue shows it, in pence (specification §9). An order contains premium access instead. */
export const LESSON_PRICE: Pence = pence(2499);
/** Price of premium access to all lessons, in pence (specification §9). */
export const PREMIUM_PRICE: Pence = pence(7700);
/** The price of shipping, in pence, for any number of books (specification §9). */
export const SHIPPING_PRICE: Pence = pence(1500);
/** The old price of volumes 1 and 2, in pence, which the home page strikes through (specification §3). */
export const OLD_VOLUME_PRICE: Pence = pence(3860);

/** Posts that come with a release, with ids from 1: their addresses are in the site map. */
export const POST_COUNT = 15;

/** Percent of VAT contained in a price. Printed books are zero-rated in the UK. */
export const VAT_PERCENT = { book: 0, premium: 20 } as const;

/** The highest quantity of one book in a basket. */
export const MAX_QUANTITY = 99;

/** Whether an id is that of a book (specification §9). */
export function isBookId(id: number): boolean {
  return Number.isInteger(id) && id >= 1 && id <= BOOK_COUNT;
}

/** Whether an id is that of a lesson (specification §9). */
export function isLessonId(id: number): boolean {
  return Number.isInteger(id) && id >= FIRST_LESSON_ID && id <= LAST_LESSON_ID;
}

/** True for premium access and for every lesson: in a basket each lesson means premium access. */
export function isOnlineProductId(id: number): boolean {
  return id === PREMIUM_ID || isLessonId(id);
}

/** Position of a lesson in the course, from 1. */
export function lessonNumber(lessonId: number): number {
  return lessonId - FIRST_LESSON_ID + 1;
}
