import type { HydrationState } from 'react-router-dom';

/**
 * What a composed page says of itself, so that the browser can take it over:
 * - `page`: prerendered with everything in it;
 * - `frame`: header, footer and the shape of a page, for what differs from visitor to visitor;
 * - `missing`: the error screen for addresses of nobody.
 */
export interface ComposedPage {
  readonly kind: 'page' | 'frame' | 'missing';
  /** The route that was drawn, by its path; absent for `missing`. */
  readonly route?: string;
  /** The remote's release that drew it; absent for the shell's own pages. */
  readonly release?: { readonly name: string; readonly version: string };
  /** What the page was drawn with. */
  readonly hydration?: Pick<HydrationState, 'loaderData' | 'errors'>;
}

/** The id of the JSON script element in the page. */
export const PAGE_ELEMENT = 'isa-page';

/** @returns `undefined` for a page that was composed without its content, as in development. */
export function readComposedPage(page: Document): ComposedPage | undefined {
  const text = page.getElementById(PAGE_ELEMENT)?.textContent;
  return text ? (JSON.parse(text) as ComposedPage) : undefined;
}

/** What a prerendered page put into the head; a page that is drawn anew brings its own. */
const PAGE_HEAD = [
  'title',
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name^="twitter:"]',
  'meta[property]',
  'link[rel="canonical"]',
].join();

/** The head's elements that belong to the page and not to the site, as they are now. */
export function pageHeadOf(page: Document): readonly Element[] {
  return [...page.head.querySelectorAll(PAGE_HEAD)];
}
