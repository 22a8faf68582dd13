import { londonDay } from '@isa/api-contract';
import path from 'node:path';
import type { FailedPage, SiteBuild } from '../formats/site-build';
import { previewKeys } from '../store/keys/local-keys';
import { readEntryInForce } from '../store/registry-history';
import { readValidity, requireValid } from '../store/registry-validity';
import { type StoreAccess, storeOf } from '../store/require-published';
import { siteFolderAt } from '../store/site-folder';
import { root } from '../../packages/node/folders';
import { UserError } from '../../packages/node/user-error';
import { type BuiltSite, buildSite, type SiteOptions, type SiteSettings } from './build-site';
import { type ApiAnswers, createApiAnswers } from './api-answers';
import { readCurrentSite, rendererVersion, responsesUnchanged } from './cache-invalidation';
import { sweepUnused } from './page-caches';

export interface PrerenderOptions extends StoreAccess, SiteOptions {}

export interface PrerenderResult extends Omit<BuiltSite, 'texts'> {
  readonly milliseconds: number;
  /** Whether the site build is new; `false` when the current one has the same content. */
  readonly changed: boolean;
  /** Whether the API's data may have changed before it was requested. */
  readonly stale: boolean;
}

/**
 * Builds the site of the registry in force again, when the catalogue, the day or the settings have changed, and switches
 * visitors to all of its pages at once. A page that cannot be rendered keeps its last version.
 * @throws UserError when the API is unavailable, or there is nothing yet that a page could keep; the current site stays.
 */
export async function prerenderSite(options: PrerenderOptions): Promise<PrerenderResult> {
  const started = performance.now();
  const { site = siteFolderAt(options.siteFolder), now = () => new Date() } = options;
  const { storage, keys } = storeOf(options);
  const settings: SiteSettings = { ...options, previewKeys: JSON.stringify(await previewKeys(keys)) };
  let apiAnswers = createApiAnswers(options.apiOrigin);
  await site.complete();
  for (;;) {
    const current = await readCurrentSite(site);
    const validity = await readValidity(storage, keys);
    const entry = await readEntryInForce(storage, keys, current.current?.entry);
    if (!entry) throw new UserError(`Nothing is live yet: ${storage.address} has no registry.`);
    const { revision } = entry.registry.registry;
    requireValid(revision, validity);
    const result = ({ id, pages, rendered, failedPages }: Omit<BuiltSite, 'texts' | 'revision'>) => ({
      ...{ id, revision, pages, rendered, failedPages },
      milliseconds: Math.round(performance.now() - started),
      changed: id !== current.before?.id,
      stale: apiAnswers.isStale,
    });
    const { before, current: shown } = current;
    if (before && shown && (await isUpToDate(shown, entry.text, settings, apiAnswers, now()))) {
      return result({ id: before.id, pages: shown.pages, rendered: 0, failedPages: [] });
    }
    const built = await buildSite({
      ...options,
      ...settings,
      site,
      apiAnswers,
      current,
      entry,
      keepsPage: (failed) => {
        // Registry and pages of another change must agree.
        if (shown) return shown.entry === entry.text || hasFailed(shown, failed);
        // A page that has never been rendered is left out, unless the API is the reason.
        return failed.page !== '*' && apiAnswers.failures.size === 0;
      },
    });
    if (!built) apiAnswers = createApiAnswers(options.apiOrigin, 'nothing');
    // Another process may have switched visitors meanwhile, to another registry or to newer data.
    else if (built.id === before?.id || (await site.swap(built.id, before))) {
      await Promise.all([
        site.sweep(),
        sweepUnused(path.join(options.siteFolder, 'cache'), ['fragments', 'loads']),
      ]);
      return result(built);
    } else apiAnswers = createApiAnswers(options.apiOrigin);
  }
}

/** Whether a page of this release has failed before, so that the site build shows an even older version. */
export function hasFailed({ failedPages }: SiteBuild, { page, app, version }: FailedPage): boolean {
  return failedPages.some(
    (failed) => failed.page === page && failed.app === app && failed.version === version,
  );
}

/** Whether the current site build shows all that a new one would. */
async function isUpToDate(
  shown: SiteBuild,
  entry: string,
  settings: SiteSettings,
  apiAnswers: ApiAnswers,
  now: Date,
): Promise<boolean> {
  return (
    shown.entry === entry &&
    shown.renderer === (await rendererVersion(root)) &&
    shown.siteOrigin === settings.siteOrigin &&
    shown.cdnOrigin === settings.cdnOrigin &&
    shown.previewOrigin === settings.previewOrigin &&
    shown.newsletterUrl === settings.newsletterUrl &&
    // The keys must be the same, because previews would otherwise go on trusting a key that was revoked.
    shown.previewKeys === settings.previewKeys &&
    shown.day === londonDay(now) &&
    (shown.validUntil === undefined || new Date(shown.validUntil) > now) &&
    // A page that has failed is tried again.
    shown.failedPages.length === 0 &&
    (await responsesUnchanged(shown, apiAnswers))
  );
}

export function describeSiteBuild(built: PrerenderResult): string {
  const { revision, pages, rendered, milliseconds, changed } = built;
  const site = `registry ${revision}, ${pages} pages`;
  return changed ? `${site}, ${rendered} rendered again, ${milliseconds} ms` : `${site}, unchanged`;
}
