import type { Marker } from './page/observe';

/** A page whose loading is measured. */
export interface MeasuredPage {
  readonly path: string;
  readonly name: string;
  /** Public pages are prerendered with their content; the basket differs from visitor to visitor. */
  readonly isPublic: boolean;
  readonly withBasket: boolean;
  /** Once React has hydrated this element, the page counts as hydrated. */
  readonly marker: Marker;
  /** The element that is tapped to measure an interaction; by default the marker. */
  readonly interaction?: Marker;
}

const withMenu = {
  isPublic: true,
  withBasket: false,
  marker: { selector: 'main h1' },
  interaction: { selector: 'header button[aria-label="Menu"]' },
};

export const homePage: MeasuredPage = { ...withMenu, path: '/', name: 'home' };

export const measuredPages: readonly MeasuredPage[] = [
  homePage,
  {
    path: '/isa-books/1',
    name: 'a book',
    isPublic: true,
    withBasket: false,
    marker: { selector: 'main button', text: 'add to cart' },
  },
  { ...withMenu, path: '/isa-online-courses/1001', name: 'a lesson' },
  { ...withMenu, path: '/isa-surveillance-course-6', name: 'a course' },
  {
    path: '/isa-basket',
    name: 'the basket',
    isPublic: false,
    withBasket: true,
    marker: { selector: 'main button[aria-label^="One copy more"]' },
  },
];
