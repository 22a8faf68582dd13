import { londonDay } from '@isa/api-contract';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { PREVIEW_KEYS_FILE } from '../formats/preview';
import { REGISTRY_FILE } from '../formats/registry';
import { type Release, shellAddress } from '../formats/release';
import { NOT_FOUND_PAGE, ROUTE_TABLE_FILE, type RouteTable, routeTableSchema } from '../formats/route-table';
import { describeFailedPage, type FailedPage, SITE_BUILD_FILE, type SiteBuild } from '../formats/site-build';
import { parseJson } from '../formats/parse-json';
import type { PreparedEntry } from '../store/registry-history';
import type { CompleteRegistry } from '../formats/registry';
import type { Site, SiteFile, UnchangedFile } from '../store/site';
import { root } from '../../packages/node/folders';
import { inParallel } from '../../packages/node/in-parallel';
import { UserError } from '../../packages/node/user-error';
import { type ApiAnswers, isSuccess } from './api-answers';
import { type CurrentSite, rendererVersion, type SiteSettings } from './cache-invalidation';
import { CALLS_FILE, type LiveReleases } from './live-releases';
import { createFragmentCache, createLoadCache } from './page-caches';
import {
  failedPage,
  hashOf,
  type LastPages,
  type Renderers,
  renderPages,
  type SitePage,
} from './render-pages';
import { type RenderProcess, type RenderProcessOptions, startRenderer } from './renderer';
import { robotsTxt, sitemapXml } from './search-engines';

/** Where a site is built, and how the code of releases is run. */
interface SiteTarget {
  readonly site: Site;
  /** The folder for the renderer's cache. */
  readonly siteFolder: string;
  /** Milliseconds that the code of a release may take for one call. */
  readonly renderTimeout?: number;
  /** The clock that decides which pages are out of date; by default that of this machine. */
  readonly now?: () => Date;
}

/** A site, and what its pages are built from. */
export interface SiteOptions extends SiteTarget, Omit<SiteSettings, 'previewKeys' | 'contact'> {
  readonly apiOrigin: string;
}

export interface SiteBuildInput {
  /** The change whose registry the pages show. */
  readonly entry: PreparedEntry;
  /** The releases that it names. */
  readonly releases: LiveReleases;
  readonly apiAnswers: ApiAnswers;
  readonly settings: SiteSettings;
  readonly target: SiteTarget;
  readonly current: CurrentSite;
  /** Whether a page that cannot be rendered keeps its last version. */
  readonly keepsPage: (failed: FailedPage) => boolean;
  /** Renders, and writes nothing but the cache. */
  readonly isTrial?: boolean;
}

export interface BuiltSite {
  readonly id: string;
  readonly revision: number;
  /** The number of HTML files, including app shell files. */
  readonly pages: number;
  readonly rendered: number;
  readonly failedPages: readonly FailedPage[];
  /** Address → HTML of the pages whose text was made for this site build. */
  readonly texts: ReadonlyMap<string, string>;
}

/** How many pages are rendered or read at a time: each app has one process. */
const PAGES_AT_ONCE = 8;

/**
 * Renders what has changed, and writes a site build that no visitor gets yet.
 * @returns `undefined` when the API's data has changed meanwhile.
 * @throws UserError that names the first page that can neither be rendered nor keep its last version.
 */
export async function buildSite(input: SiteBuildInput): Promise<BuiltSite | undefined> {
  const { entry, releases, apiAnswers, settings, target, current, keepsPage, isTrial = false } = input;
  const { cdnOrigin, siteOrigin, previewOrigin, newsletterUrl, contact, previewKeys } = settings;
  const { site, siteFolder, renderTimeout, now = () => new Date() } = target;
  const { registry } = entry.registry;
  const optional = {
    ...(previewOrigin !== undefined && { previewOrigin }),
    ...(newsletterUrl !== undefined && { newsletterUrl }),
    ...(contact && { contact }),
  };
  const page: CompleteRegistry = { cdn: cdnOrigin, ...optional, registry };
  const begun = now();
  const renderer = await rendererVersion(root);
  const cache = path.join(siteFolder, 'cache');
  const fragments = createFragmentCache(path.join(cache, 'fragments'), apiAnswers);
  const loads = createLoadCache(path.join(cache, 'loads'), apiAnswers, begun);
  const last = await lastPages(site, current, keepsPage);
  const renderers = createRenderers(releases, { registry: page, siteOrigin, apiAnswers, renderTimeout });
  const copying = shellFiles(releases);
  try {
    // The shell's files are verified while the render processes start.
    const [rendered, files] = await Promise.all([
      renderPages(page, releases, { renderers, fragments, loads, siteOrigin, renderer, last }),
      copying,
    ]);
    const { files: pages, texts } = await pageTexts(rendered.files, current.current?.files ?? {}, last);
    // Otherwise the site would mix pages of old and new data.
    if (apiAnswers.hasChanged) return undefined;
    const isMissing = (file: string) => rendered.files.has(file) && !pages.has(file);
    const routes = rendered.routes.filter(({ file }) => !isMissing(file));
    const table: RouteTable = { routes, missing: NOT_FOUND_PAGE };
    const siteBuild: SiteBuild = {
      revision: registry.revision,
      entry: entry.text,
      siteOrigin,
      cdnOrigin,
      ...optional,
      answers: Object.fromEntries([...loads.answers].filter(([, answer]) => isSuccess(answer)).sort()),
      day: londonDay(begun),
      ...(rendered.validUntil !== undefined && { validUntil: rendered.validUntil }),
      failedPages: [...last.failed],
      pages: pages.size,
      renderer,
      previewKeys,
      files: Object.fromEntries([...pages].map(([name, { key, hash }]) => [name, [key, hash]])),
    };
    const listed = new Set(routes.map(({ pattern }) => pattern));
    const indexed = rendered.publicAddresses.filter((address) => listed.has(address));
    const others: Readonly<Record<string, string>> = {
      'robots.txt': robotsTxt(siteOrigin),
      'sitemap.xml': sitemapXml(indexed, siteOrigin),
      [REGISTRY_FILE]: JSON.stringify(entry.registry),
      [PREVIEW_KEYS_FILE]: previewKeys,
      [CALLS_FILE]: JSON.stringify(releases.calls),
      [ROUTE_TABLE_FILE]: JSON.stringify(table, null, 2),
      [SITE_BUILD_FILE]: JSON.stringify(siteBuild, null, 2),
    };
    for (const [name, page] of pages) files.set(name, page);
    for (const [name, text] of Object.entries(others)) files.set(name, { text });
    const id = idOf(registry.revision, files, cache);
    if (!isTrial) await site.write(id, files, current.before?.id);
    return {
      id,
      revision: registry.revision,
      pages: pages.size,
      rendered: fragments.rendered,
      failedPages: last.failed,
      texts,
    };
  } finally {
    // Nothing is written to the cache after this site build has ended.
    await Promise.allSettled([copying]);
    await renderers.stop();
  }
}

/** The pages of the current site build, and a list of those that stay because they cannot be rendered again. */
async function lastPages(
  site: Site,
  { before, current }: CurrentSite,
  keepsPage: SiteBuildInput['keepsPage'],
): Promise<LastPages & { readonly failed: readonly FailedPage[] }> {
  const failed: FailedPage[] = [];
  const table = before && parseJson((await site.read(before.id, ROUTE_TABLE_FILE)) ?? '', routeTableSchema);
  return {
    failed,
    routes: table?.routes ?? [],
    page(file) {
      const [key] = fileIn(current?.files ?? {}, file);
      if (key === undefined || !before) return undefined;
      const text = async () => {
        const found = await site.read(before.id, file);
        if (found === undefined) throw new UserError(`The site build ${before.id} has no ${file}.`);
        return found;
      };
      return { key, text };
    },
    onFailure(page) {
      if (!keepsPage(page)) throw new UserError(describeFailedPage(page));
      failed.push(page);
    },
  };
}

function fileIn(files: SiteBuild['files'], name: string): readonly [key?: string, hash?: string] {
  return (Object.hasOwn(files, name) && files[name]) || [];
}

type PageFile = { readonly key: string; readonly hash: string } & (
  | { readonly text: string }
  | Pick<UnchangedFile, 'render'>
);

/** @param former the key and the text's hash of each file of the current site build. */
async function pageTexts(pages: ReadonlyMap<string, SitePage>, former: SiteBuild['files'], last: LastPages) {
  const texts = new Map<string, string>();
  const fileOf = async (name: string, { key, text: render, of }: SitePage): Promise<PageFile | undefined> => {
    const [formerKey, hash] = fileIn(former, name);
    if (formerKey === key && hash !== undefined) return { key, hash, render };
    try {
      const text = await render();
      if (of) texts.set(of.address, text);
      return { key, hash: hashOf(text), text };
    } catch (error) {
      if (!of) throw error;
      last.onFailure(failedPage(of.app, of.address, error));
      const kept = last.page(name);
      return kept && fileOf(name, kept);
    }
  };
  const files = await inParallel(
    [...pages],
    async ([name, page]) => [name, await fileOf(name, page)] as const,
    PAGES_AT_ONCE,
  );
  return {
    files: new Map(files.flatMap(([name, file]) => (file ? [[name, file] as const] : []))),
    texts,
  };
}

/** The code of one remote cannot affect the pages of another, because each app gets one process. */
function createRenderers(
  { shell, nodeBuild }: LiveReleases,
  {
    renderTimeout,
    ...site
  }: Pick<RenderProcessOptions, 'registry' | 'siteOrigin'> &
    Pick<SiteBuildInput, 'apiAnswers'> & { readonly renderTimeout: number | undefined },
): Renderers {
  const processes = new Map<string, Promise<RenderProcess>>();
  const start = async (app: Release) =>
    startRenderer({
      ...site,
      apiOrigin: site.apiAnswers.origin,
      shell: await nodeBuild(shell),
      ...(app !== shell && { remote: await nodeBuild(app) }),
      ...(renderTimeout && { timeout: renderTimeout }),
    });
  return {
    of(app) {
      const process = processes.get(app.name) ?? start(app);
      processes.set(app.name, process);
      return process;
    },
    async stop() {
      // A process that is still being started would write to the cache after this site build has failed.
      for (const started of await Promise.allSettled(processes.values())) {
        if (started.status === 'fulfilled') started.value.stop();
      }
    },
  };
}

/** The scripts of the live shell and of the previous one, and the site's static files, at their addresses. */
async function shellFiles({ shell, previousShell, files: releases }: LiveReleases) {
  const files = new Map<string, SiteFile>();
  for (const release of previousShell ? [previousShell, shell] : [shell]) {
    for (const [name, from] of await releases.publicFiles(release)) {
      if (!name.startsWith('public/')) files.set(shellAddress(release, name), { from });
      else if (release === shell) files.set(name.slice('public/'.length), { from });
    }
  }
  return files;
}

/** Ids sort by registry revision, and are equal for equal content, also on several machines. */
function idOf(revision: number, files: ReadonlyMap<string, SiteFile>, cache: string): string {
  const hash = createHash('sha256');
  for (const [name, file] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name}\0${contentOf(file, cache)}\0`);
  }
  return `${String(revision).padStart(8, '0')}-${hash.digest('hex').slice(0, 12)}`;
}

function contentOf(file: SiteFile, cache: string): string {
  if ('hash' in file) return file.hash;
  return 'text' in file ? file.text : path.relative(cache, file.from);
}
