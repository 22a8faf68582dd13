import type { RouteData } from '@isa/contract/host';
import { inlinedRegistry } from '../formats/inlined-registry';
import type { CompleteRegistry } from '../formats/registry';
import { isAnswered, ownerOf } from '../formats/addresses';
import { pageHtml, type Script, titleElement } from '../formats/page-html';
import { earlyScripts } from '../formats/page-scripts';

/** What a page without its content is made of. */
export interface BareSite {
  readonly registry: CompleteRegistry;
  readonly shellScripts: readonly Script[];
  /** Pages that the shell itself answers; the other addresses belong to remotes. */
  readonly shellRoutes: readonly RouteData[];
}

/** A page that the browser draws: what developers see, whose code changes faster than it could be prerendered. */
export function barePage(
  { registry: page, shellScripts, shellRoutes }: BareSite,
  pathname: string,
): { readonly html: string; readonly status: number } {
  const { registry } = page;
  const owner = ownerOf(registry, shellRoutes, pathname);
  const all = [...shellRoutes, ...registry.remotes.flatMap(({ live }) => live.routes)];
  const title = all.find(({ path }) => isAnswered(path, pathname))?.title ?? 'Page not found';
  const html = pageHtml({
    // Without keys the page would believe no other.
    registry: inlinedRegistry(page, () => true),
    shellScripts,
    earlyScripts: earlyScripts(page, owner),
    head: [titleElement(title)],
    styles: '',
    fonts: [],
    body: '',
    withoutScripts: 'This site needs JavaScript.',
  });
  return { html, status: owner ? 200 : 404 };
}
