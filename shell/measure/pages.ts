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
  /** The element that is tapped to measure an interaction. */
  readonly interaction: Marker;
}

const heading: Marker = { selector: 'main h1' };
const menu: Marker = { selector: 'header button[aria-label="Menu"]' };
const addToCart: Marker = { selector: 'main button', text: 'add to cart' };
const addCopy: Marker = { selector: 'main button[aria-label^="One copy more"]' };
const prerendered = { isPublic: true, withBasket: false };

export const measuredPages: readonly MeasuredPage[] = [
  { path: '/', name: 'home', ...prerendered, marker: heading, interaction: menu },
  { path: '/isa-books/1', name: 'a book', ...prerendered, marker: addToCart, interaction: addToCart },
  {
    path: '/isa-online-courses/1001',
    name: 'a lesson',
    ...prerendered,
    marker: heading,
    interaction: menu,
  },
  {
    path: '/isa-surveillance-course-6',
    name: 'a course',
    ...prerendered,
    marker: heading,
    interaction: menu,
  },
  {
    path: '/isa-basket',
    name: 'the basket',
    isPublic: false,
    withBasket: true,
    marker: addCopy,
    interaction: addCopy,
  },
];
