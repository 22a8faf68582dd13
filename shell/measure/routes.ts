import type { Marker } from './page/observe';

/** A page that is compared. */
export interface BenchRoute {
  readonly path: string;
  readonly name: string;
  /** Public pages are prerendered with their content; the basket is the visitor's own. */
  readonly isPublic: boolean;
  readonly withBasket: boolean;
  /** Alive once this element is. */
  readonly marker: Marker;
  /** What a visitor does here first. */
  readonly interaction: Marker;
}

const menu: Marker = { selector: 'header button[aria-label="Menu"]' };

export const routes: readonly BenchRoute[] = [
  {
    path: '/',
    name: 'home',
    isPublic: true,
    withBasket: false,
    marker: { selector: 'main h1' },
    interaction: menu,
  },
  {
    path: '/isa-books/1',
    name: 'a book',
    isPublic: true,
    withBasket: false,
    marker: { selector: 'main button', text: 'add to cart' },
    interaction: { selector: 'main button', text: 'add to cart' },
  },
  {
    path: '/isa-online-courses/1001',
    name: 'a lesson',
    isPublic: true,
    withBasket: false,
    marker: { selector: 'main h1' },
    interaction: menu,
  },
  {
    path: '/isa-surveillance-course-6',
    name: 'a course',
    isPublic: true,
    withBasket: false,
    marker: { selector: 'main h1' },
    interaction: menu,
  },
  {
    path: '/isa-basket',
    name: 'the basket',
    isPublic: false,
    withBasket: true,
    marker: { selector: 'main button[aria-label^="One copy more"]' },
    interaction: { selector: 'main button[aria-label^="One copy more"]' },
  },
];
