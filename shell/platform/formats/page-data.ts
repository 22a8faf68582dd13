import type { HydrationState } from 'react-router-dom';

/**
 * How a prerendered page describes itself, so that the browser can hydrate it. `page`: prerendered with its
 * content, for private pages as an unknown visitor sees it. `frame`: header, footer and a placeholder, for
 * pages whose data depends on the visitor or the address. `missing`: the error screen for unknown addresses.
 */
export interface PrerenderedPage {
  readonly kind: 'page' | 'frame' | 'missing';
  /** The path of the rendered route; absent for `missing`. */
  readonly route?: string;
  /** The remote's release that rendered it; absent for the shell's own pages. */
  readonly release?: { readonly name: string; readonly version: string };
  readonly hydration?: Pick<HydrationState, 'loaderData' | 'errors'>;
}

/** Marks the preloaded scripts that the bootstrap script runs. */
export const STARTED_SCRIPT = 'data-isa-start';

/** Selects the policy of a document that allows only its own inline styles, by their hashes (CSP level 3 §2.3.1). */
export const STRICT_STYLE_POLICY = 'meta[http-equiv="Content-Security-Policy"][content*="sha256-"]';

/** The id of the JSON script element in the page. */
export const PAGE_ELEMENT = 'isa-page';

/** @returns `undefined` for a page that was served without its content, as in development. */
export function readPrerenderedPage(page: Document): PrerenderedPage | undefined {
  const value = readJsonElement(page, PAGE_ELEMENT);
  return isPrerenderedPage(value) ? value : undefined;
}

/** Only the kind is checked, because the site builder wrote the element into the same document. */
export function isPrerenderedPage(value: unknown): value is PrerenderedPage {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

/** @returns `undefined` when the page has no such element. */
export function readJsonElement(page: Document, id: string): unknown {
  const text = page.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** Head elements of a prerendered page. They are removed when the browser renders another page, which adds its own. */
const PAGE_HEAD = [
  'title',
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name^="twitter:"]',
  'meta[property]',
  'link[rel="canonical"]',
].join();

/** The current head elements that belong to the page and not to the site. */
export function pageHeadElements(page: Document): readonly Element[] {
  return [...page.head.querySelectorAll(PAGE_HEAD)];
}
