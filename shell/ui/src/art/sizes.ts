/** Width and height of each kind of picture: the drawing's units and the box reserved on pages. */
export const pictureSizes = {
  hero: { width: 1600, height: 900 },
  book: { width: 418, height: 600 },
  mockup: { width: 640, height: 640 },
  lesson: { width: 640, height: 360 },
  course: { width: 720, height: 480 },
  portrait: { width: 480, height: 600 },
  post: { width: 640, height: 360 },
  page: { width: 960, height: 600 },
} as const;

/** Pictures of page heads and of the services, by name. */
export const PAGE_PICTURES = [
  'training',
  'surveillance',
  'investigations',
  'intelligence',
  'services',
  'inquiry',
  'consultancy',
  'blog',
  'legal',
  'contact',
] as const;
export type PagePicture = (typeof PAGE_PICTURES)[number];

export const POST_PICTURES = 24;
export const TEAM_PICTURES = 4;
export const CONTOUR_PICTURES = 8;

/** Maps any whole number to one from 1 to `count`. */
export function oneOf(count: number, seed: number): number {
  return ((((Math.trunc(seed) - 1) % count) + count) % count) + 1;
}
