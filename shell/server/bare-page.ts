import type { RouteData } from '@isa/contract/host';
import { matchesPattern, routeOwner } from '../formats/addresses';
import { inlinedRegistry } from '../formats/inlined-registry';
import { pageHtml, titleElement } from '../formats/page-html';
import type { Script } from '../formats/page-scripts';
import { entryScripts } from '../formats/page-scripts';
import type { CompleteRegistry } from '../formats/registry';

export interface BareSite {
  readonly registry: CompleteRegistry;
  readonly shellScripts: readonly Script[];
  /** The shell's own pages; the other addresses belong to remotes. */
  readonly shellRoutes: readonly RouteData[];
}

/** A page without content, which the browser renders: in development, sources change too often to prerender. */
export function barePage(
  { registry: page, shellScripts, shellRoutes }: BareSite,
  pathname: string,
): { readonly html: string; readonly status: number } {
  const owner = routeOwner(page.registry, shellRoutes, pathname);
  const all = [...shellRoutes, ...page.registry.remotes.flatMap(({ live }) => live.routes)];
  const title = all.find(({ path }) => matchesPattern(path, pathname))?.title ?? 'Page not found';
  const html = pageHtml({
    registry: inlinedRegistry(page, () => true),
    shellScripts,
    preloads: entryScripts(page, owner),
    head: [titleElement(title)],
    styles: '',
    fonts: [],
    body: '',
    noscript: 'This site needs JavaScript.',
  });
  return { html, status: owner ? 200 : 404 };
}
