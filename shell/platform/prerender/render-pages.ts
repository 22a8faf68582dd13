import { createHash } from 'node:crypto';
import { exampleAddress, matchesPattern, publicAddresses } from '../formats/addresses';
import { inlinedRegistry } from '../formats/inlined-registry';
import { matches, quoted } from '../formats/parse-json';
import type { Release, ReleasedRoute } from '../formats/release';
import { isReserved } from '../formats/reserved-paths';
import {
  appShellFile,
  retiredMarker,
  NOT_FOUND_PAGE,
  pageFile,
  redirectTargetSchema,
  type RouteEntry,
  type RouteTable,
} from '../formats/route-table';
import type { RenderedPage } from '../../src/prerender/renderer';
import { contentHash } from '../store/integrity';
import { CDN_PLACEHOLDER } from '../../packages/kit/webpack/cdn-placeholder';
import { UnrenderableRelease } from './fall-back';
import type { LiveReleases } from './live-releases';
import type { AppPages, FragmentCache, LoadCache } from './page-caches';
import {
  entryScripts,
  pageHtml,
  pageScripts,
  redirectHtml,
  shellScripts,
  bootstrapScript,
  titleElement,
} from './page-html';
import { type RenderProcess, renderingFailure } from './renderer';
import { withPagePolicy } from './page-policy';

export interface Renderers {
  /** Gets the process that renders an app's pages, which starts at its first use. */
  of(app: Release): Promise<RenderProcess>;
  stop(): Promise<void>;
}

export interface SitePage {
  /** A hash of everything that the text is made from. */
  readonly key: string;
  text(): Promise<string>;
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

export interface Rendering {
  readonly renderers: Renderers;
  readonly fragments: FragmentCache;
  readonly loads: LoadCache;
  readonly siteOrigin: string;
  readonly siteBuilder: string;
}

/** Private pages are rendered as an unknown visitor sees them until the browser knows more. */
export async function renderPages(
  { page, shell, remotes }: LiveReleases,
  { renderers, fragments, loads, siteOrigin, siteBuilder }: Rendering,
) {
  const apps = [shell, ...remotes];
  const allRoutes = apps.flatMap((app) => app.routes.map((route): AppRoute => ({ app, route })));
  const menu = page.registry.remotes.flatMap(({ live }) => live?.menu ?? []);
  // Keys contain hashes, because a version can be published again with other bytes once it is out of service.
  const contents = new Map(apps.map((app) => [app, contentHash(app)]));
  const common = [siteOrigin, contents.get(shell), page.cdn, menu];
  const loaded = new Map<Release, AppPages>();
  const named: Candidate[] = [];
  await Promise.all(
    apps.map(async (app) => {
      const addresses = new Set(
        app.routes.flatMap((route) => [...candidateAddresses(route), exampleAddress(route.path)]),
      );
      const key = [siteOrigin, contents.get(shell), contents.get(app), siteBuilder];
      const start = () => renderers.of(app);
      const pages = await loads.load(key, [...addresses], start);
      const more = namedCandidates(app, pages, allRoutes);
      named.push(...more);
      const namedAddresses = more.map(({ address }) => address);
      const namedPages =
        more.length > 0 ? await loads.load([...key, 'named'], namedAddresses, start) : new Map();
      loaded.set(app, new Map([...pages, ...namedPages]));
    }),
  );
  const documents = new Map<ReleasedRoute | undefined, Document>();
  const documentOf = (of?: AppRoute) => {
    const known = documents.get(of?.route);
    if (known) return known;
    const content = {
      registry: inlinedRegistry(page, (name) => name === of?.app.name),
      shellScripts: shellScripts(shell),
      bootstrap: bootstrapScript(shell),
      preloads: [
        ...entryScripts(page, of?.app.name),
        ...(of ? pageScripts(page, of.app, of.route.path) : []),
      ],
    };
    const thirdParties = of?.route.ownDocument;
    const found: Document = {
      key: hashOf([siteBuilder, page.cdn, content, thirdParties]),
      html(fragment, head) {
        const html = pageHtml({ ...fragment, ...content, head });
        return withPagePolicy(html.replaceAll(CDN_PLACEHOLDER, page.cdn), page.cdn, thirdParties);
      },
    };
    documents.set(of?.route, found);
    return found;
  };
  const pageOf = (
    key: readonly unknown[],
    render: () => Promise<RenderedPage>,
    of?: AppRoute,
    headOf: (head: readonly string[]) => readonly string[] = (head) => head,
  ): SitePage => {
    const { key: documentKey, html } = documentOf(of);
    return {
      key: hashOf([documentKey, key]),
      async text() {
        const fragment = await fragments.get(key, render);
        return html(fragment, headOf(fragment.head));
      },
    };
  };

  const listed = allRoutes.flatMap(({ app, route }) => {
    const isPublic = publicAddresses(route).length > 0;
    return candidateAddresses(route).map((address): Candidate => ({ app, route, address, isPublic }));
  });
  // The site map is in the order of the routes, however fast the apps are.
  const candidates = [...listed, ...named.sort((a, b) => (a.address < b.address ? -1 : 1))];
  const files = new Map<string, SitePage>();
  const routes: RouteEntry[] = [];
  const indexed: string[] = [];
  for (const { app, route, address, isPublic } of candidates) {
    const result = loaded.get(app)?.get(address);
    if (result?.outcome === 'failed') throw failureOf(app, result.message);
    const file = pageFile(address);
    if (result?.outcome === 'redirect' && !matches(result.to, redirectTargetSchema)) {
      throw failureOf(
        app,
        `${address} redirects to ${quoted(result.to)}, which is not an address of the site.`,
      );
    }
    if (result?.outcome === 'redirect') {
      files.set(file, fixed(redirectHtml(result.to)));
      routes.push({ pattern: address, file, status: 200, redirect: result.to });
    } else if (result?.outcome === 'page' && (result.hasData || isPublic)) {
      const key = ['page', ...common, contents.get(app), address, result.dataHash];
      const render = async () => (await renderers.of(app)).page(address);
      files.set(file, pageOf(key, render, { app, route }));
      routes.push({ pattern: address, file, status: 200 });
      if (isPublic) indexed.push(address);
    }
  }

  // The other routes: private pages, and parameters without listed addresses.
  const rendered = new Set(routes.map(({ pattern }) => pattern));
  for (const { app, route } of allRoutes.filter(({ route: { path } }) => !rendered.has(path))) {
    const address = exampleAddress(route.path);
    const result = loaded.get(app)?.get(address);
    // A page whose data depends on the visitor or on the parameters of its address has no hash.
    const dataHash = result?.outcome === 'page' ? result.dataHash : undefined;
    const key = ['private', ...common, contents.get(app), address, dataHash ?? 'frame'];
    const render = async () => {
      const renderer = await renderers.of(app);
      if (dataHash === undefined) return renderer.frame(address);
      // Earlier releases may have private pages that only a browser can render.
      return renderer.page(address).catch(() => renderer.frame(address));
    };
    const completed = (head: readonly string[]) => {
      const lacks = (kind: RegExp) => !head.some((element) => kind.test(element));
      const title = lacks(TITLE) ? [titleElement(route.title)] : [];
      return [...title, ...(lacks(ROBOTS) ? [NO_INDEX] : []), ...head];
    };
    const file = appShellFile(route.path);
    files.set(file, pageOf(key, render, { app, route }, completed));
    routes.push({ pattern: route.path, file, status: 200 });
  }

  const live = routes.map(({ pattern }) => pattern);
  // Another remote may have taken over the address.
  const isLive = (retired: string) =>
    live.some((pattern) => pattern === retired || matchesPattern(pattern, retired));
  for (const { routes: patterns, to } of page.registry.retired ?? []) {
    for (const pattern of patterns.filter((retired) => !isLive(retired))) {
      const file = to === undefined ? NOT_FOUND_PAGE.file : appShellFile(pattern);
      if (to === undefined) files.set(retiredMarker(pattern), fixed(''));
      else files.set(file, fixed(redirectHtml(to)));
      routes.push({
        pattern,
        file,
        ...(to === undefined ? { status: 410 } : { status: 200, redirect: to }),
      });
    }
  }

  const missing = pageOf(
    ['missing', ...common],
    async () => (await renderers.of(shell)).missing(),
    undefined,
    (head) => head.filter((element) => !ADDRESS_ELEMENT.test(element)),
  );
  files.set(NOT_FOUND_PAGE.file, missing);
  const table: RouteTable = { routes, missing: NOT_FOUND_PAGE };
  return { files, table, publicAddresses: indexed };
}

interface Candidate extends AppRoute {
  readonly address: string;
  readonly isPublic: boolean;
}

/** Each address is a page: more than any blog has, and too few to fill a disk. */
const MAX_NAMED = 10_000;

/** The public addresses that the data of pages names, without those that another app or the site serves, or a release lists. */
function namedCandidates(
  app: Release,
  pages: AppPages,
  allRoutes: readonly AppRoute[],
): readonly Candidate[] {
  const addresses = new Set(
    [...pages.values()].flatMap((page) => (page.outcome === 'page' ? (page.addresses ?? []) : [])),
  );
  if (addresses.size > MAX_NAMED)
    throw failureOf(app, `Its pages name ${addresses.size} addresses; at most ${MAX_NAMED} are prerendered.`);
  return [...addresses].flatMap((address) => {
    const [match, other] = allRoutes.filter(({ route }) => matchesPattern(route.path, address));
    if (pages.has(address) || isReserved(address) || other || match?.app !== app) return [];
    if ((match.route.access ?? 'anyone') !== 'anyone') return [];
    return [{ ...match, address, isPublic: true }];
  });
}

function failureOf({ name, version }: Release, reason: string): UnrenderableRelease {
  return new UnrenderableRelease(name, version, renderingFailure(`${name}@${version}`, reason));
}

interface Document {
  readonly key: string;
  html(fragment: RenderedPage, head: readonly string[]): string;
}

function fixed(text: string): SitePage {
  return { key: hashOf(text), text: async () => text };
}

/** A short hash, because a site build's record contains one for each page. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 24);
}

/** Addresses that may have public content. Loading their data shows whether they do. */
export function candidateAddresses(route: ReleasedRoute): readonly string[] {
  const { path, access = 'anyone' } = route;
  const listed = publicAddresses(route);
  return listed.length > 0 || access !== 'anyone' || path.includes(':') ? listed : [path];
}
