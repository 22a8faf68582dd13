import * as paths from '@isa/api-contract/paths';

export interface MeasuredPage {
  readonly path: string;
  readonly name: string;
  /** A basket differs from visitor to visitor, so it is not prerendered with its content. */
  readonly withBasket: boolean;
}

export const measuredPages: readonly MeasuredPage[] = [
  { path: paths.home, name: 'home', withBasket: false },
  { path: paths.book(1), name: 'a book', withBasket: false },
  { path: paths.lesson(1001), name: 'a lesson', withBasket: false },
  { path: paths.course('isa-surveillance-course-6'), name: 'a course', withBasket: false },
  { path: paths.basket, name: 'the basket', withBasket: true },
];
