import type { RouteData } from '@isa/contract/host';
import { matchesPattern, routeOwner } from '../formats/addresses';
import { inlinedRegistry } from '../formats/inlined-registry';
import type { CompleteRegistry } from '../formats/registry';
import type { ServedSiteBuild, OpenFile } from '../server/site-handler';
import { entryScripts, pageHtml, type Script, titleElement } from './page-html';

/** The file of the page for unknown addresses: no page has such an address. */
const NO_PAGE = '/.invalid';

export interface BareSite {
  readonly registry: CompleteRegistry;
  readonly shellScripts: readonly Script[];
  readonly bootstrap?: Script | undefined;
  /** The shell's own pages; the other addresses belong to remotes. */
  readonly shellRoutes: readonly RouteData[];
}

/** A page without content, because in development sources change too often to prerender. */
export function barePage(
  { registry: page, shellScripts, bootstrap, shellRoutes }: BareSite,
  pathname: string,
): { readonly html: string; readonly status: number } {
  const owner = routeOwner(page.registry, shellRoutes, pathname);
  const all = [...shellRoutes, ...page.registry.remotes.flatMap(({ live }) => live?.routes ?? [])];
  const title = all.find(({ path }) => matchesPattern(path, pathname))?.title ?? 'Page not found';
  const html = pageHtml({
    registry: inlinedRegistry(page, () => true),
    shellScripts,
    bootstrap,
    preloads: entryScripts(page, owner),
    head: [titleElement(title)],
    styles: '',
    fonts: [],
    body: '',
    noscript: 'This site needs JavaScript.',
  });
  return { html, status: owner ? 200 : 404 };
}

/** Serves bare pages and static files for development. @param site is called for every page. */
export function serveBarePages(openFile: OpenFile, site: () => BareSite): () => Promise<ServedSiteBuild> {
  const fileOf = (pathname: string) => `${pathname}.html`;
  const siteBuild: ServedSiteBuild = {
    find: (pathname) =>
      barePage(site(), pathname).status === 200
        ? { pattern: pathname, file: fileOf(pathname), status: 200 }
        : undefined,
    missing: { file: fileOf(NO_PAGE), status: 404 },
    async open(name) {
      if (!name.endsWith('.html')) return openFile(name, []);
      const { html } = barePage(site(), name.slice(0, -'.html'.length));
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      return { read: async () => ({ status: 200, headers, body: html }) };
    },
  };
  return async () => siteBuild;
}
