import * as paths from '@isa/api-contract/paths';

/** Pages that search engines index. */
export const INDEXABLE = [
  paths.home,
  paths.book(1),
  paths.books,
  paths.blog,
  paths.course('isa-surveillance-course-6'),
  paths.allTrainingCourses,
  paths.onlineCourses,
  paths.lesson(1001),
  paths.about,
  paths.contact,
  paths.legal('privacy-policy'),
];
/** Pages that differ from visitor to visitor. */
export const PRIVATE = [paths.basket, paths.checkout, paths.login(), paths.register()];

/** Pages that are visited with books in the basket: without them, the checkout leads to the home page. */
export const needsBasket = (page: string): boolean => page === paths.basket || page === paths.checkout;

/** A basket for such a page. @param origin of the site that reads it. */
export function basketCookie(origin: string) {
  const items = [{ productId: 1, quantity: 2 }];
  return { name: 'basket', value: encodeURIComponent(JSON.stringify(items)), url: origin };
}

/** Pages of every remote, which are compared with the monolith. */
export const COMPARED = [
  paths.home,
  paths.book(1),
  paths.lesson(1001),
  paths.course('isa-surveillance-course-6'),
  paths.basket,
];
