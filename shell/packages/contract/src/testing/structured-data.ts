import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

/** The objects of schema.org in the HTML of a page, which browsers do not add to a page that they render. */
export function structuredData(page: ReactNode): readonly unknown[] {
  const scripts = renderToString(page).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return Array.from(scripts, ([, text = '']): unknown => JSON.parse(text));
}
