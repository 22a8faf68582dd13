import { createHash } from 'node:crypto';
import { ANY_SEGMENT, listAbove } from '../formats/canonical-path';
import { exampleAddress, matchesPattern, publicAddresses } from '../formats/addresses';
import { inlinedRegistry } from '../formats/inlined-registry';
import { matches, quoted } from '../formats/parse-json';
import type { CompleteRegistry } from '../formats/registry';
import { type Release, type ReleasedRoute, releaseName } from '../formats/release';
import type { FailedPage } from '../formats/site-build';
import { isReserved } from '../formats/reserved-paths';
import {
  appShellFile,
  NOT_FOUND_PAGE,
  pageFile,
  redirectTargetSchema,
  type RouteEntry,
} from '../formats/route-table';
import type { TracedPage } from './renderer-messages';
import type { RenderedPage } from '../../src/prerender/renderer';
import { contentHash } from '../store/integrity';
import { CDN_PLACEHOLDER } from '../../packages/kit/webpack/cdn-placeholder';
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
import type { RenderProcess } from './renderer';
import { messageOf, UserError, withoutControls } from '../../packages/node/user-error';
import { withPagePolicy } from './page-policy';

export interface Renderers {
  /** Gets the process that renders an app's pages, which starts at its first use. */
  of(app: Release): Promise<RenderProcess>;
  stop(): Promise<void>;
}

export interface SitePage {
  /** A hash of everything that the text is made from. */
  readonly key: string;
  /** The app and the address; absent for what no release renders. */
  readonly of?: { readonly app: Release; readonly address: string };
  text(): Promise<string>;
}

/** The last version of pages, which visitors keep when one cannot be rendered again. */
export interface LastPages {
  readonly routes: readonly RouteEntry[];
  /** @returns `undefined` when there is no such file. */
  page(file: string): SitePage | undefined;
  /**
   * Takes note of a page that cannot be rendered.
   * @throws UserError when that stops the site build.
   */
  onFailure(failed: FailedPage): void;
}

/** Head elements with the page's address, which the page for unknown addresses does not have. */
const ADDRESS_ELEMENT = /^<(?:link rel="canonical"|meta property="og:url")/;

interface AppRoute {
  readonly app: Release;
  readonly route: ReleasedRoute;
}

type Route = Pick<ReleasedRoute, 'path' | 'access'>;

const TITLE = /^<title\b/;
const ROBOTS = /^<meta name="robots"/;
const NO_INDEX = '<meta name="robots" content="noindex">';

export interface Rendering {
  readonly renderers: Renderers;
  readonly fragments: FragmentCache;
  readonly loads: LoadCache;
  readonly siteOrigin: string;
  readonly renderer: string;
  readonly last: LastPages;
}

/** Private pages are rendered as an unknown visitor sees them until the browser knows more. */
export async function renderPages(
  page: CompleteRegistry,
  { shell, remotes, refused }: LiveReleases,
  { renderers, fragments, loads, siteOrigin, renderer, last }: Rendering,
) {
  const apps = [shell, ...remotes];
  const allRoutes = apps.flatMap((app) => app.routes.map((route): AppRoute => ({ app, route })));
  const menu = page.registry.remotes.flatMap(({ live }) => live?.menu ?? []);
  // Keys contain hashes, because a version can be published again with other bytes once it is out of service.
  const contents = new Map(apps.map((app) => [app, contentHash(app)]));
  const common = [siteOrigin, page.contact, contents.get(shell), page.cdn, menu];
  const loaded = new Map<Release, AppPages>();
  const named: Candidate[] = [];
  /** Apps of which every page keeps its last version, with their routes. */
  const failedApps = new Map<Release | string, readonly Route[]>();
  for (const { remote, error } of refused) {
    const { name, live } = remote;
    last.onFailure(failedPage({ name, version: live?.version ?? '' }, '*', error));
    failedApps.set(name, live?.routes ?? []);
  }
  const loadApp = async (app: Release) => {
    const addresses = new Set(
      app.routes.flatMap((route) => [...candidateAddresses(route), exampleAddress(route.path)]),
    );
    const key = [siteOrigin, page.contact, contents.get(shell), contents.get(app), renderer];
    const start = () => renderers.of(app);
    const pages = await loads.load(key, [...addresses], start);
    const more = namedCandidates(app, pages, allRoutes);
    const namedAddresses = more.map(({ address }) => address);
    const namedPages =
      more.length > 0 ? await loads.load([...key, 'named'], namedAddresses, start) : new Map();
    named.push(...more);
    loaded.set(app, new Map([...pages, ...namedPages]));
  };
  await Promise.all(
    apps.map((app) =>
      loadApp(app).catch((error: unknown) => {
        last.onFailure(failedPage(app, '*', error));
        failedApps.set(app, app.routes);
      }),
    ),
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
      key: hashOf([renderer, page.cdn, content, thirdParties]),
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
    address: string,
    of?: AppRoute,
    headOf: (head: readonly string[]) => readonly string[] = (head) => head,
  ): SitePage => {
    const { key: documentKey, html } = documentOf(of);
    return {
      key: hashOf([documentKey, key]),
      of: { app: of?.app ?? shell, address },
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
  const releasesOf = (app: { readonly name: string; readonly version: string }) =>
    [...new Set([shell, app])].map(({ name, version }) => `${name}@${version}`).join(', ');
  const files = new Map<string, SitePage>();
  const routes: RouteEntry[] = [];
  const indexed: string[] = [];
  const keep = (entry: RouteEntry, isPublic: boolean) => {
    const page = last.page(entry.file);
    if (!page) return;
    files.set(entry.file, page);
    routes.push(entry);
    if (isPublic && entry.redirect === undefined) indexed.push(entry.pattern);
  };
  for (const { app, address, route, isPublic } of candidates.filter((one) => !failedApps.has(one.app))) {
    const result = loaded.get(app)?.get(address);
    const file = pageFile(address);
    const problem = problemOf(result);
    if (problem !== undefined) {
      last.onFailure(failedPage(app, address, problem));
      const entry = last.routes.find(({ pattern }) => pattern === address);
      if (entry) keep(entry, isPublic);
    } else if (result?.outcome === 'redirect') {
      files.set(file, fixed(redirectHtml(result.to)));
      routes.push({ pattern: address, file, status: 200, redirect: result.to });
    } else if (result?.outcome === 'page' && (result.hasData || isPublic)) {
      const key = ['page', ...common, contents.get(app), address, result.dataHash];
      const render = async () => (await renderers.of(app)).page(address);
      files.set(file, pageOf(key, render, address, { app, route }));
      routes.push({ pattern: address, file, status: 200, release: releasesOf(app) });
      if (isPublic) indexed.push(address);
    }
  }

  const failedRoutes = [...failedApps.values()].flat();
  for (const entry of last.routes) {
    const { pattern } = entry;
    const route = failedRoutes.find(({ path }) => path === pattern || matchesPattern(path, pattern));
    if (route) keep(entry, (route.access ?? 'anyone') === 'anyone' && !pattern.includes(':'));
  }

  // The other routes: private pages, and parameters without listed addresses.
  const rendered = new Set(routes.map(({ pattern }) => pattern));
  const others = allRoutes.filter(({ app, route }) => !rendered.has(route.path) && !failedApps.has(app));
  for (const { app, route } of others) {
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
    files.set(file, pageOf(key, render, route.path, { app, route }, completed));
    routes.push({ pattern: route.path, file, status: 200, release: releasesOf(app) });
  }

  const live = routes.map(({ pattern }) => pattern);
  // Another remote may have taken over the address.
  const isLive = (retired: string) =>
    live.some((pattern) => pattern === retired || matchesPattern(pattern, retired));
  for (const { routes: patterns, to } of page.registry.retired ?? []) {
    for (const pattern of patterns.filter((retired) => !isLive(retired))) {
      const file = to === undefined ? NOT_FOUND_PAGE.file : appShellFile(pattern);
      if (to !== undefined) files.set(file, fixed(redirectHtml(to)));
      routes.push({
        pattern,
        file,
        ...(to === undefined ? { status: 410 } : { status: 200, redirect: to }),
      });
    }
  }

  // Addresses below a list that none of its pages has, such as a number with zeros in front.
  for (const { route } of allRoutes) {
    const list = routes.find(({ pattern }) => pattern === listAbove(route.path));
    if (list)
      routes.push({
        ...list,
        pattern: `${list.pattern}/${ANY_SEGMENT}`,
        redirect: list.redirect ?? list.pattern,
      });
  }

  const missing = pageOf(
    ['missing', ...common],
    async () => (await renderers.of(shell)).missing(),
    NOT_FOUND_PAGE.file,
    undefined,
    (head) => head.filter((element) => !ADDRESS_ELEMENT.test(element)),
  );
  files.set(NOT_FOUND_PAGE.file, missing);
  const valid = [...loaded.values()].flatMap((pages) =>
    [...pages.values()].flatMap((result) => (result.outcome === 'page' ? (result.validUntil ?? []) : [])),
  );
  return { files, routes, publicAddresses: indexed, validUntil: valid.sort()[0] };
}

/** Why a page has no usable data. */
function problemOf(result: TracedPage | undefined): string | undefined {
  if (result?.outcome === 'failed') return result.message;
  if (result?.outcome !== 'redirect' || matches(result.to, redirectTargetSchema)) return undefined;
  return `it redirects to ${quoted(result.to)}, which is not an address of the site.`;
}

/** How many characters of a reason are kept: it is one short line. */
const REASON_LENGTH = 300;

/** Describes a page that cannot be rendered. @throws what is no fault of the page, such as a full disk. */
export function failedPage(
  { name: app, version }: Pick<Release, 'name' | 'version'>,
  page: string,
  error: unknown,
): FailedPage {
  if (error instanceof Error && !(error instanceof UserError)) throw error;
  const [reason = ''] = withoutControls(messageOf(error)).split('\n', 1);
  return { page, app, version, reason: reason.slice(0, REASON_LENGTH) };
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
    throw new UserError(
      `The pages of ${releaseName(app)} name ${addresses.size} addresses; at most ${MAX_NAMED} are prerendered.`,
    );
  return [...addresses].flatMap((address) => {
    const [match, other] = allRoutes.filter(({ route }) => matchesPattern(route.path, address));
    if (pages.has(address) || isReserved(address) || other || match?.app !== app) return [];
    if ((match.route.access ?? 'anyone') !== 'anyone') return [];
    return [{ ...match, address, isPublic: true }];
  });
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
function candidateAddresses(route: ReleasedRoute): readonly string[] {
  const { path, access = 'anyone' } = route;
  const listed = publicAddresses(route);
  return listed.length > 0 || access !== 'anyone' || path.includes(':') ? listed : [path];
}
