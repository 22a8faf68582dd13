import { exampleAddress, matchesPattern, publicAddresses } from '../formats/addresses';
import { inlinedRegistry } from '../formats/inlined-registry';
import { goneFile } from '../formats/gone-file';
import { pageHtml, redirectHtml, titleElement } from '../formats/page-html';
import { entryScripts, pageScripts, shellScripts } from '../formats/page-scripts';
import type { Release, ReleasedRoute } from '../formats/release';
import {
  frameFile,
  NOT_FOUND_PAGE,
  pageFile,
  type RouteEntry,
  type RouteTable,
} from '../formats/route-table';
import type { LoadedPage, RenderedPage } from '../src/prerender/renderer';
import { CDN_PLACEHOLDER } from '../webpack/cdn-placeholder';
import type { FragmentCache } from './fragment-cache';
import type { LiveReleases } from './live-releases';
import type { RenderProcess } from './renderer';
import { withStylePolicy } from './style-policy';

export interface Renderers {
  /** The process that renders an app's pages; started at its first use. */
  of(app: Release): Promise<RenderProcess>;
  /** Ends all processes. */
  stop(): Promise<void>;
}

export interface RenderedSite {
  /** File below the composition → HTML. */
  readonly files: ReadonlyMap<string, string>;
  readonly table: RouteTable;
  /** For the site map. */
  readonly publicAddresses: readonly string[];
}

/** Head elements with the page's address, which the page for unknown addresses does not have. */
const ADDRESS_ELEMENT = /^<(?:link rel="canonical"|meta property="og:url")/;

interface AppRoute {
  readonly app: Release;
  readonly route: ReleasedRoute;
}

const TITLE = /^<title\b/;
const ROBOTS = /^<meta name="robots"/;
const NO_INDEX = '<meta name="robots" content="noindex">';

/**
 * Renders every page, every frame and the page for unknown addresses. Private pages are rendered as an unknown visitor
 * sees them until the browser knows more.
 */
export async function renderPages(
  { page, shell, remotes }: LiveReleases,
  renderers: Renderers,
  fragments: FragmentCache,
  siteOrigin: string,
): Promise<RenderedSite> {
  const allRoutes = [shell, ...remotes].flatMap((app) =>
    app.routes.map((route): AppRoute => ({ app, route })),
  );
  const menu = page.registry.remotes.flatMap(({ live }) => live.menu);
  const common = [siteOrigin, shell.version, page.cdn, menu];
  const { readsNavigation } = await renderers.of(shell);
  const document = (fragment: RenderedPage, of?: AppRoute, head: readonly string[] = []) => {
    const html = pageHtml({
      ...fragment,
      registry: readsNavigation ? inlinedRegistry(page, (name) => name === of?.app.name) : page,
      shellScripts: shellScripts(shell),
      preloads: [
        ...entryScripts(page, of?.app.name),
        ...(of ? pageScripts(page, of.app, of.route.path) : []),
      ],
      head: [...head, ...fragment.head],
    });
    return withStylePolicy(html.replaceAll(CDN_PLACEHOLDER, page.cdn), of?.route.ownDocument);
  };

  const candidates = allRoutes.flatMap(({ app, route }) =>
    candidateAddresses(route).map((address) => ({ app, route, address })),
  );
  const loaded = new Map<string, LoadedPage>();
  await Promise.all(
    [shell, ...remotes].map(async (app) => {
      const addresses = candidates.filter((candidate) => candidate.app === app).map(({ address }) => address);
      const results = await (await renderers.of(app)).load(addresses);
      for (const [index, address] of addresses.entries()) {
        const result = results[index];
        if (result) loaded.set(`${app.name} ${address}`, result);
      }
    }),
  );
  const files = new Map<string, string>();
  const routes: RouteEntry[] = [];
  const indexed: string[] = [];
  for (const { app, route, address } of candidates) {
    const result = loaded.get(`${app.name} ${address}`);
    const file = pageFile(address);
    const isPublic = publicAddresses(route).includes(address);
    if (result?.outcome === 'redirect') {
      files.set(file, redirectHtml(result.to));
      routes.push({ pattern: address, file, status: 200, redirect: result.to });
    } else if (result?.outcome === 'page' && (result.hasData || isPublic)) {
      const key = ['page', ...common, app.name, app.version, address, result.dataHash];
      const fragment = await fragments.get(key, async () => (await renderers.of(app)).page(address));
      files.set(file, document(fragment, { app, route }));
      routes.push({ pattern: address, file, status: 200 });
      if (isPublic) indexed.push(address);
    }
  }

  // The other routes: private pages, and parameters without listed addresses.
  const rendered = new Set(routes.map(({ pattern }) => pattern));
  for (const { app, route } of allRoutes.filter(({ route: { path } }) => !rendered.has(path))) {
    const address = exampleAddress(route.path);
    const renderer = await renderers.of(app);
    const dataHash = await loadPrivate(renderer, address);
    const key = ['private', ...common, app.name, app.version, address, dataHash ?? 'frame'];
    const fragment = await fragments.get(key, () =>
      dataHash === undefined ? renderer.frame(address) : pageOrFrame(renderer, address),
    );
    const lacks = (kind: RegExp) => !fragment.head.some((element) => kind.test(element));
    const head = [...(lacks(TITLE) ? [titleElement(route.title)] : []), ...(lacks(ROBOTS) ? [NO_INDEX] : [])];
    const file = frameFile(route.path);
    files.set(file, document(fragment, { app, route }, head));
    routes.push({ pattern: route.path, file, status: 200 });
  }

  const live = routes.map(({ pattern }) => pattern);
  // Another remote may have taken over the address.
  const isLive = (retired: string) =>
    live.some((pattern) => pattern === retired || matchesPattern(pattern, retired));
  for (const { routes: patterns, to } of page.registry.retired ?? []) {
    for (const pattern of patterns.filter((retired) => !isLive(retired))) {
      const file = to === undefined ? NOT_FOUND_PAGE.file : frameFile(pattern);
      if (to === undefined) files.set(goneFile(pattern), '');
      else files.set(file, redirectHtml(to));
      routes.push({
        pattern,
        file,
        ...(to === undefined ? { status: 410 } : { status: 200, redirect: to }),
      });
    }
  }

  const missing = await fragments.get(['missing', ...common], async () =>
    (await renderers.of(shell)).missing(),
  );
  const head = missing.head.filter((element) => !ADDRESS_ELEMENT.test(element));
  files.set(NOT_FOUND_PAGE.file, document({ ...missing, head }));
  return { files, table: { routes, missing: NOT_FOUND_PAGE }, publicAddresses: indexed };
}

/** @returns `undefined` for a page whose data depends on the visitor or on the parameters of its address. */
async function loadPrivate(renderer: RenderProcess, address: string): Promise<string | undefined> {
  const [loaded] = await renderer.load([address]).catch(() => []);
  return loaded?.outcome === 'page' ? loaded.dataHash : undefined;
}

/** Earlier releases may have private pages that only a browser can render. */
function pageOrFrame(renderer: RenderProcess, address: string): Promise<RenderedPage> {
  return renderer.page(address).catch(() => renderer.frame(address));
}

/** Addresses that may have public content. Loading their data shows whether they do. */
export function candidateAddresses(route: ReleasedRoute): readonly string[] {
  const { path, access = 'anyone' } = route;
  const listed = publicAddresses(route);
  return listed.length > 0 || access !== 'anyone' || path.includes(':') ? listed : [path];
}
