import * as paths from '@isa/api-contract/paths';

export interface MeasuredPage {
  readonly path: string;
  /** A basket differs from visitor to visitor, so it is not prerendered with its content. */
  readonly withBasket: boolean;
}

export const measuredPages: readonly MeasuredPage[] = [
  { path: paths.home, withBasket: false },
  { path: paths.book(1), withBasket: false },
  { path: paths.lesson(1001), withBasket: false },
  { path: paths.course('isa-surveillance-course-6'), withBasket: false },
  { path: paths.basket, withBasket: true },
];
