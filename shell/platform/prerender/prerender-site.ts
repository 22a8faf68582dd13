import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type SiteBuild,
  SITE_BUILD_FILE,
  describeFallback,
  type Fallback,
  SERVED_RELEASES_FILE,
  type ServedReleases,
} from '../formats/site-build';
import { scriptOfDelta } from '../formats/deltas';
import { PREVIEW_KEYS_FILE } from '../formats/preview';
import { REGISTRY_FILE } from '../formats/registry';
import { LIBRARIES_ADDRESS, libraryFiles, type Release } from '../formats/release';
import { ROUTE_TABLE_FILE } from '../formats/route-table';
import { previewKeys } from '../store/keys/local-keys';
import { readVerifiedRegistry } from '../store/registry-history';
import { readValidity, requireValid } from '../store/registry-validity';
import { type StoreAccess, storeOf } from '../store/require-published';
import type { Site, SiteFile, UnchangedFile } from '../store/site';
import { siteFolderAt } from '../store/site-folder';
import type { Storage } from '../store/storage/storage';
import { root } from '../../packages/node/folders';
import { inParallel } from '../../packages/node/in-parallel';
import { CALLS_FILE, callsInService } from './calls-in-service';
import { type Catalogue, createCatalogue, isSuccess } from './catalogue';
import { rendererVersion, readSiteBuild, responsesUnchanged } from './freshness';
import { attributeFailure, fallBack, UnrenderableRelease, stillLive, type Substitution } from './fall-back';
import { type LiveReleases, readLiveReleases } from './live-releases';
import { createFragmentCache, createLoadCache, sweepUnused } from './page-caches';
import { readNodeBuild } from './node-build';
import { createReleaseCache, type ReleaseCache } from './release-cache';
import { hashOf, type Renderers, renderPages, type SitePage } from './render-pages';
import { type RenderProcess, startRenderer } from './renderer';
import { robotsTxt, sitemapXml } from './search-engines';

export interface PrerenderOptions extends StoreAccess {
  /** The folder with the site builder's cache and, without `site`, `siteBuilds/<id>/` and `current`. */
  readonly siteFolder: string;
  readonly site?: Site | undefined;
  /** The store's public address, without a slash at the end. */
  readonly cdnOrigin: string;
  readonly siteOrigin: string;
  /** The origin at which preview links open; without it none does. */
  readonly previewOrigin?: string | undefined;
  /** The provider's address that the newsletter's form is sent to; the API without it. */
  readonly newsletterUrl?: string | undefined;
  readonly apiOrigin: string;
  /** Milliseconds that the code of a release may take for one call. */
  readonly renderTimeout?: number;
  /** Whether a release that cannot be rendered is replaced by the last one that can. */
  readonly fallBack?: boolean;
}

export interface PrerenderResult {
  readonly id: string;
  readonly revision: number;
  /** The number of HTML files, including app shell files. */
  readonly pages: number;
  readonly rendered: number;
  readonly milliseconds: number;
  /** Whether the site build is new; `false` when the current one has the same content. */
  readonly changed: boolean;
  /** Live releases that cannot be rendered. */
  readonly fallbacks: readonly Fallback[];
  /** Whether the API's data may have changed before it was requested. */
  readonly stale: boolean;
}

/**
 * Builds a static site and switches visitors to all of its pages at once. Does nothing when its input is
 * unchanged.
 * @throws UserError when the API is unavailable, or a release cannot be rendered or replaced; the current
 * site stays.
 */
export async function prerenderSite(options: PrerenderOptions): Promise<PrerenderResult> {
  const started = performance.now();
  const requestedAt = Date.now();
  const { site = siteFolderAt(options.siteFolder) } = options;
  const { storage, keys } = storeOf(options);
  const before = await site.currentId();
  const current = before === undefined ? undefined : await readSiteBuild(site, before);
  let catalogue = createCatalogue(options.apiOrigin);
  const validity = await readValidity(storage, keys);
  let { registry } = await readVerifiedRegistry(storage, keys);
  requireValid(registry.revision, validity);
  // Releases that had fallen back are tried again while the registry is unchanged.
  const isChanged = current !== undefined && current.revision !== registry.revision;
  let held = options.fallBack && isChanged ? stillLive(current.fallbacks, registry) : [];
  /** When each release first failed while the API failed for what it asked, but not for what current pages need. */
  const failedAt = new Map<string, number>();
  for (;;) {
    try {
      const attempt = { requestedAt, before, current, held };
      const built = await compose({ ...options, storage, site }, catalogue, attempt);
      if (catalogue.hasChanged) {
        catalogue = createCatalogue(options.apiOrigin, false);
        continue;
      }
      // The registry has changed or another site builder has brought newer data in the meantime.
      if (!built) return await prerenderSite(options);
      return {
        ...built,
        milliseconds: Math.round(performance.now() - started),
        changed: built.id !== before,
      };
    } catch (error) {
      if (!options.fallBack || !(error instanceof UnrenderableRelease)) throw error;
      await catalogue.settle();
      if (current && needsFailed(current, catalogue)) throw error;
      if (catalogue.failures.size > 0) {
        const again = createCatalogue(options.apiOrigin, false);
        const asked = [...Object.keys(current?.answers ?? {}), ...catalogue.failures];
        await again.readAnswers(asked);
        if (!current || needsFailed(current, again) || again.answers.size === 0) throw error;
        catalogue = createCatalogue(options.apiOrigin);
        const name = `${error.app}@${error.version}`;
        const firstAt = failedAt.get(name) ?? Date.now();
        failedAt.set(name, firstAt);
        if (Date.now() - firstAt < PATIENCE_MS) {
          await delay(RETRY_MS);
          continue;
        }
      }
      const latest = await readVerifiedRegistry(storage, keys);
      if (latest.registry.revision !== registry.revision) {
        registry = latest.registry;
        held = stillLive(held, registry);
        continue;
      }
      const next = fallBack(held, error, registry, current);
      if (!next) throw error;
      held = next;
    }
  }
}

/** How long the API may fail for what one release asks, before that counts as the release's fault, in milliseconds. */
const PATIENCE_MS = 10_000;
const RETRY_MS = 500;

/**
 * An API that comes and goes is no fault of a release. What only one release asks for does not count: it
 * could choose an address that always fails, and nothing would be built any more.
 */
function needsFailed({ answers }: SiteBuild, { failures }: Catalogue): boolean {
  return [...failures].some((address) => Object.hasOwn(answers, address));
}

interface Attempt {
  readonly requestedAt: number;
  /** The id of the current site build, and its record. */
  readonly before: string | undefined;
  readonly current: SiteBuild | undefined;
  readonly held: readonly Substitution[];
}

/** @returns `undefined` when its result is outdated. */
async function compose(
  options: PrerenderOptions & { readonly storage: Storage; readonly site: Site },
  catalogue: Catalogue,
  { requestedAt, before, current, held }: Attempt,
): Promise<Omit<PrerenderResult, 'milliseconds' | 'changed'> | undefined> {
  const { siteFolder, cdnOrigin, siteOrigin, previewOrigin, newsletterUrl, apiOrigin, storage, site, keys } =
    options;
  const optional = {
    ...(previewOrigin !== undefined && { previewOrigin }),
    ...(newsletterUrl !== undefined && { newsletterUrl }),
  };
  const live = await readLiveReleases({ cdn: cdnOrigin, ...optional }, options, held);
  const { revision } = live.signed.registry;
  const siteBuilder = await rendererVersion(root);
  const trusted = JSON.stringify(await previewKeys(keys));

  if (
    before !== undefined &&
    current?.siteBuilder === siteBuilder &&
    current.revision === revision &&
    current.siteOrigin === siteOrigin &&
    current.cdnOrigin === cdnOrigin &&
    current.previewOrigin === previewOrigin &&
    current.newsletterUrl === newsletterUrl &&
    // The keys must be the same, because previews would otherwise go on trusting a key that was revoked.
    current.previewKeys === trusted &&
    // A release that has fallen back is tried again, because it may have failed on a busy machine.
    current.fallbacks.length === 0 &&
    (await responsesUnchanged(current, catalogue))
  ) {
    return {
      id: before,
      revision,
      pages: current.pages,
      rendered: 0,
      fallbacks: [],
      stale: catalogue.isStale,
    };
  }

  const cache = path.join(siteFolder, 'cache');
  const releases = createReleaseCache(storage, path.join(cache, 'releases'));
  const fragments = createFragmentCache(path.join(cache, 'fragments'), catalogue);
  const loads = createLoadCache(path.join(cache, 'loads'), catalogue, apiOrigin);
  const renderers = createRenderers(options, live, releases, catalogue);
  try {
    const rendered = await renderPages(live, { renderers, fragments, loads, siteOrigin, siteBuilder });
    const pages = await pageTexts(rendered.files, current?.files ?? {});
    // Otherwise the site would mix pages of old and new data.
    if (catalogue.hasChanged) return undefined;
    const served: ServedReleases = {
      revision,
      versions: Object.fromEntries([live.shell, ...live.remotes].map(({ name, version }) => [name, version])),
      fallbacks: held.map(({ release: _, ...rest }) => rest),
    };
    const siteBuild: SiteBuild = {
      ...served,
      fallbacks: held,
      siteOrigin,
      cdnOrigin,
      ...optional,
      answers: Object.fromEntries([...loads.answers].filter(([, answer]) => isSuccess(answer)).sort()),
      pages: rendered.files.size,
      siteBuilder,
      previewKeys: trusted,
      files: Object.fromEntries([...pages].map(([name, { key, hash }]) => [name, [key, hash]])),
    };
    const texts: Readonly<Record<string, string>> = {
      'robots.txt': robotsTxt(siteOrigin),
      'sitemap.xml': sitemapXml(rendered.publicAddresses, siteOrigin),
      [REGISTRY_FILE]: JSON.stringify(live.signed),
      [PREVIEW_KEYS_FILE]: trusted,
      [CALLS_FILE]: JSON.stringify(await callsInService(live.signed.registry, options)),
      [ROUTE_TABLE_FILE]: JSON.stringify(rendered.table, null, 2),
      [SERVED_RELEASES_FILE]: JSON.stringify(served, null, 2),
      [SITE_BUILD_FILE]: JSON.stringify(siteBuild, null, 2),
    };
    const files = await attributeFailure(live.shell, shellFiles(live, releases));
    for (const [name, page] of pages) files.set(name, page);
    for (const [name, text] of Object.entries(texts)) files.set(name, { text });
    const id = idOf(revision, files, cache);
    await site.write(id, files, before);
    const swap = await site.use(id, {
      requestedAt,
      isCurrent: async () => (await readVerifiedRegistry(storage, keys)).registry.revision === revision,
    });
    if (swap !== 'used') return undefined;
    await Promise.all([site.sweep(), sweepUnused(cache, ['fragments', 'loads'])]);
    return {
      id,
      revision,
      pages: rendered.files.size,
      rendered: fragments.rendered,
      fallbacks: served.fallbacks,
      stale: catalogue.isStale,
    };
  } finally {
    await renderers.stop();
  }
}

type PageFile = { readonly key: string; readonly hash: string } & (
  | { readonly text: string }
  | Pick<UnchangedFile, 'render'>
);

/** How many pages are rendered or read at a time: each app has one process. */
const PAGES_AT_ONCE = 8;

/** @param former the key and the text's hash of each file of the current site build. */
async function pageTexts(pages: ReadonlyMap<string, SitePage>, former: NonNullable<SiteBuild['files']>) {
  const fileOf = async (name: string, { key, text: render }: SitePage): Promise<PageFile> => {
    const [formerKey, hash] = former[name] ?? [];
    if (formerKey === key && hash !== undefined) return { key, hash, render };
    const text = await render();
    return { key, hash: hashOf(text), text };
  };
  return new Map(
    await inParallel(
      [...pages],
      async ([name, page]): Promise<[string, PageFile]> => [name, await fileOf(name, page)],
      PAGES_AT_ONCE,
    ),
  );
}

/** The code of one remote cannot affect the pages of another, because each app gets one process. */
function createRenderers(
  options: PrerenderOptions,
  { page, shell }: LiveReleases,
  releases: ReleaseCache,
  catalogue: Catalogue,
): Renderers {
  const { siteOrigin, apiOrigin, renderTimeout } = options;
  const processes = new Map<string, Promise<RenderProcess>>();
  const build = (release: Release) => readNodeBuild(release, releases, options);
  const start = async (app: Release) =>
    startRenderer({
      registry: page,
      siteOrigin,
      apiOrigin,
      catalogue,
      shell: await build(shell),
      ...(app !== shell && { remote: await build(app) }),
      ...(renderTimeout && { timeout: renderTimeout }),
    });
  return {
    of(app) {
      const process =
        processes.get(app.name) ??
        attributeFailure(
          app,
          start(app).then((calls) => blaming(app, calls)),
        );
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

function blaming(app: Release, process: RenderProcess): RenderProcess {
  return {
    ...process,
    trace: (addresses) => attributeFailure(app, process.trace(addresses)),
    page: (address) => attributeFailure(app, process.page(address)),
    frame: (address) => attributeFailure(app, process.frame(address)),
    missing: () => attributeFailure(app, process.missing()),
  };
}

export function describeSiteBuild(built: PrerenderResult): string {
  const { revision, pages, rendered, milliseconds, changed, fallbacks } = built;
  const site = `registry ${revision}, ${pages} pages`;
  const result = changed ? `${site}, ${rendered} rendered again, ${milliseconds} ms` : `${site}, unchanged`;
  return [result, ...fallbacks.map(describeFallback)].join('. ');
}

/** The scripts of the live shell and of the previous one, and the site's static files, at their addresses. */
async function shellFiles({ shell, previousShell }: LiveReleases, releases: ReleaseCache) {
  const files = new Map<string, SiteFile>();
  for (const release of previousShell ? [previousShell, shell] : [shell]) {
    const libraries = new Set(libraryFiles(release).flatMap((name) => [name, `${name}.br`, `${name}.gz`]));
    for (const [name, from] of await releases.publicFiles(release)) {
      const isLibrary = libraries.has(scriptOfDelta(name) ?? name);
      if (isLibrary || name.endsWith('.woff2')) files.set(`${LIBRARIES_ADDRESS.slice(1)}${name}`, { from });
      if (isLibrary) continue;
      if (!name.startsWith('public/')) files.set(`shell/${release.version}/${name}`, { from });
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
