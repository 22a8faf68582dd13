import { calls } from '@isa/api-contract';
import { describeFailedPage, type FailedPage } from '../formats/site-build';
import { Counter, Gauge, Histogram } from 'prom-client';
import { readVerifiedRegistry } from '../store/registry-history';
import { messageOf } from '../../packages/node/user-error';
import {
  type PrerenderOptions,
  type PrerenderResult,
  prerenderSite,
  describeSiteBuild,
} from './prerender-site';

const siteBuilds = new Counter({
  name: 'isa_site_builds_total',
  help: 'Site builds of the site, by result',
  labelNames: ['result'],
});
const durations = new Histogram({
  name: 'isa_site_build_duration_seconds',
  help: 'Time of site builds that changed the site',
  buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
});
const checkedAt = new Gauge({
  name: 'isa_site_build_checked_timestamp_seconds',
  help: 'When the site was last found equal to the registry and the catalogue, or made so',
});
const revision = new Gauge({
  name: 'isa_site_build_revision',
  help: 'The revision of the registry that the current site build shows',
});
const pages = new Gauge({ name: 'isa_site_build_pages', help: 'Pages of the current site build' });
const failedPages = new Gauge({
  name: 'isa_site_build_failed_pages',
  help: 'Pages that cannot be rendered, of which visitors get the last version',
  labelNames: ['page', 'app', 'version'],
});

function recordSiteBuild(result: PrerenderResult): void {
  siteBuilds.inc({ result: result.changed ? 'changed' : 'unchanged' });
  if (result.changed) durations.observe(result.milliseconds / 1000);
  checkedAt.setToCurrentTime();
  revision.set(result.revision);
  pages.set(result.pages);
  failedPages.reset();
  for (const { page, app, version } of result.failedPages.slice(0, NAMED_PAGES)) {
    failedPages.set({ page, app, version }, 1);
  }
}

/** Interval between checks of the registry and of the catalogue, in milliseconds: a change is on the site within seconds. */
const INTERVAL_MS = 2_000;
/** The interval between checks of everything that pages requested of the API, in milliseconds. */
const CATALOGUE_INTERVAL_MS = 60_000;
/** This interval after a page has failed, and after stale responses, which an API sends whose database is slow or away. */
const RETRY_INTERVAL_MS = 10_000;
const HEAD_TIMEOUT_MS = 5_000;
/** How many failed pages the metric names. */
const NAMED_PAGES = 20;

/** The tag of all entity tags; `undefined` when the API does not respond, which the next check of everything reports. */
async function readTag(apiOrigin: string): Promise<string | undefined> {
  const init = { method: 'HEAD', signal: AbortSignal.timeout(HEAD_TIMEOUT_MS) };
  const response = await fetch(apiOrigin + calls.readEntityTags.path, init).catch(() => undefined);
  return response?.headers.get('etag') ?? undefined;
}

function intervalAfter({ stale, failedPages: failed }: PrerenderResult): number {
  if (stale || failed.length > 0) return RETRY_INTERVAL_MS;
  return CATALOGUE_INTERVAL_MS;
}

export interface RebuildOptions extends PrerenderOptions {
  readonly log: (line: string) => void;
}

/**
 * Builds the site, and again whenever the catalogue changes, on a new day, and when the registry in force is not the
 * one that is shown, as after a restored backup. A failure is reported once and retried.
 * @returns when the site was built first.
 */
export function keepBuilding({ log, ...options }: RebuildOptions): Promise<void> {
  let revision: number | undefined;
  let nextCatalogueCheck = 0;
  let builtTag: string | undefined;
  let lastTag: string | undefined;
  let reported = '';

  async function check(): Promise<void> {
    const { registry } = await readVerifiedRegistry(options.storage, options.keys);
    // A changed registry does not wait for an API that stalls.
    const tag = registry.revision === revision ? await readTag(options.apiOrigin) : undefined;
    // Unchanged since the last check: by then each process of the API responds with what is new.
    const isChanged = tag !== undefined && tag !== builtTag && tag === lastTag;
    lastTag = tag;
    if (registry.revision === revision && !isChanged && Date.now() < nextCatalogueCheck) return;
    const result = await prerenderSite(options);
    if (result.changed || revision === undefined) log(`Built: ${describeSiteBuild(result)}`);
    revision = result.revision;
    if (isChanged) builtTag = tag;
    recordSiteBuild(result);
    nextCatalogueCheck = Date.now() + intervalAfter(result);
    reported = reportPages(result.failedPages);
  }

  /** @returns the failures, each of which is reported once. */
  function reportPages(failed: readonly FailedPage[]): string {
    const message = failed.map(describeFailedPage).join('\n');
    if (message !== '' && message !== reported) log(`Visitors keep the last version. ${message}`);
    return message;
  }

  function report(error: unknown): void {
    siteBuilds.inc({ result: 'failed' });
    const message = messageOf(error);
    if (message !== reported) {
      log(`The site could not be built; the current pages are still served. ${message}`);
    }
    reported = message;
  }

  return new Promise((resolve) => {
    const repeat = () =>
      void check()
        .then(resolve, report)
        .finally(() => setTimeout(repeat, INTERVAL_MS));
    repeat();
  });
}
