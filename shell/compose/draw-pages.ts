import type { RenderedPage } from '../src/prerender/renderer';
import { inlinedRegistry } from '../formats/inlined-registry';
import { menuOf } from '../src/remotes/kept-releases';
import { liveReleases, type PageRegistry } from '../formats/registry';
import { CDN_PLACEHOLDER } from '../webpack/configuration';
import type { Release, ReleasedRoute } from '../formats/release';
import { exampleOf, publicAddresses } from '../formats/addresses';
import type { Fragments } from './fragments';
import { pageHtml, redirectHtml, titleElement } from '../formats/page-html';
import type { InService } from './releases';
import type { RenderProcess } from './renderer';
import { earlyScripts, pageScripts, shellScripts } from '../formats/page-scripts';
import { fileOf, frameFileOf, MISSING_PAGE, type SiteTable, type TableEntry } from '../formats/route-table';

export interface DrawnSite {
  /** File below the composition → HTML. */
  readonly files: ReadonlyMap<string, string>;
  readonly table: SiteTable;
  /** What search engines are told. */
  readonly publicAddresses: readonly string[];
}

/** The page for addresses of nobody has no address of its own. */
const NAMES_ADDRESS = /^<(?:link rel="canonical"|meta property="og:url")/;

interface OwnedRoute {
  readonly owner: Release;
  readonly route: ReleasedRoute;
}

/** Draws every page, every frame and the page for addresses of nobody. */
export async function drawPages(
  { page, shell, remotes }: InService,
  renderer: RenderProcess,
  fragments: Fragments,
  siteOrigin: string,
): Promise<DrawnSite> {
  const owned = [shell, ...remotes].flatMap((owner) =>
    owner.routes.map((route): OwnedRoute => ({ owner, route })),
  );
  const common = [siteOrigin, shell.version, page.cdn, menuOf(liveReleases(page))];
  const document = (fragment: RenderedPage, owned?: OwnedRoute, head: readonly string[] = []) =>
    withCdn(
      pageHtml({
        ...fragment,
        registry: renderer.readsOutlines ? inlinedRegistry(page, (name) => name === owned?.owner.name) : page,
        shellScripts: shellScripts(shell),
        earlyScripts: [
          ...earlyScripts(page, owned?.owner.name),
          ...(owned ? pageScripts(page, owned.owner, owned.route.path) : []),
        ],
        head: [...head, ...fragment.head],
      }),
      page,
    );

  const wanted = owned.flatMap(({ owner, route }) =>
    addressesToTry(route).map((address) => ({ owner, route, address })),
  );
  const loaded = await renderer.load(wanted.map(({ address }) => address));
  const files = new Map<string, string>();
  const routes: TableEntry[] = [];
  const found: string[] = [];
  for (const [index, { owner, route, address }] of wanted.entries()) {
    const result = loaded[index];
    const file = fileOf(address);
    if (result?.outcome === 'redirect') {
      files.set(file, redirectHtml(result.to));
      routes.push({ pattern: address, file, status: 200, redirect: result.to });
    } else if (result?.outcome === 'page' && (result.hasData || publicAddresses(route).includes(address))) {
      const made = ['page', ...common, owner.name, owner.version, address, result.dataHash];
      const fragment = await fragments.get(made, () => renderer.page(address));
      files.set(file, document(fragment, { owner, route }));
      routes.push({ pattern: address, file, status: 200 });
      if (publicAddresses(route).includes(address)) found.push(address);
    }
  }

  // What has no page of its own: private pages, parameters that nobody has listed.
  const answered = new Set(routes.map(({ pattern }) => pattern));
  for (const { owner, route } of owned.filter(({ route: { path } }) => !answered.has(path))) {
    const made = ['frame', ...common, owner.name, owner.version, route.path];
    const fragment = await fragments.get(made, () => renderer.frame(exampleOf(route.path)));
    const head = [titleElement(route.title), '<meta name="robots" content="noindex">'];
    const file = frameFileOf(route.path);
    files.set(file, document(fragment, { owner, route }, head));
    routes.push({ pattern: route.path, file, status: 200 });
  }

  const missing = await fragments.get(['missing', ...common], () => renderer.missing());
  files.set(
    MISSING_PAGE.file,
    document({ ...missing, head: missing.head.filter((element) => !NAMES_ADDRESS.test(element)) }),
  );
  return { files, table: { routes, missing: MISSING_PAGE }, publicAddresses: found };
}

/** Addresses that may have something to show to everybody. Whether they do is seen when their data is asked for. */
function addressesToTry(route: ReleasedRoute): readonly string[] {
  const { path, access = 'anyone' } = route;
  const listed = publicAddresses(route);
  return listed.length > 0 || access !== 'anyone' || path.includes(':') ? listed : [path];
}

function withCdn(html: string, { cdn }: PageRegistry): string {
  return html.replaceAll(CDN_PLACEHOLDER, cdn);
}
