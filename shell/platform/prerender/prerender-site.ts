import path from 'node:path';
import { calls } from '@isa/api-contract';
import { previewKeys } from '../store/keys/local-keys';
import { readEntryInForce } from '../store/registry-history';
import { readValidity, requireValid } from '../store/registry-validity';
import { type StoreAccess, storeOf } from '../store/releases';
import { UserError } from '../../packages/node/user-error';
import { type ApiAnswersKnown, createApiAnswers, readContactDetails } from './api-answers';
import { type BuiltSite, buildSite, type SiteOptions } from './build-site';
import { hasFailed, isUpToDate, readCurrentSite, type SiteSettings } from './cache-invalidation';
import { cachedReleases, readLiveReleases } from './live-releases';
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
  const { site, now = () => new Date() } = options;
  const { storage, keys } = storeOf(options);
  const trusted = JSON.stringify(await previewKeys(keys));
  await site.complete();
  for (let known: ApiAnswersKnown = 'tags'; ;) {
    const apiAnswers = createApiAnswers(options.apiOrigin, known);
    const current = await readCurrentSite(site);
    const { before, current: shown } = current;
    const contact = (await readContactDetails(apiAnswers)) ?? shown?.contact;
    const settings: SiteSettings = { ...options, contact, previewKeys: trusted };
    const validity = await readValidity(storage, keys);
    const entry = await readEntryInForce(storage, keys, shown?.entry);
    if (!entry) throw new UserError(`Nothing is live yet: ${storage.address} has no registry.`);
    const { registry } = entry.registry;
    const { revision } = registry;
    requireValid(revision, validity);
    const result = ({ id, pages, rendered, failedPages }: Omit<BuiltSite, 'texts' | 'revision'>) => ({
      ...{ id, revision, pages, rendered, failedPages },
      milliseconds: Math.round(performance.now() - started),
      changed: id !== before?.id,
      stale: apiAnswers.isStale,
    });
    if (before && shown && (await isUpToDate(shown, entry.text, settings, apiAnswers, now()))) {
      return result({ id: before.id, pages: shown.pages, rendered: 0, failedPages: [] });
    }
    const built = await buildSite({
      ...{ entry, apiAnswers, settings, target: options, current },
      releases: await readLiveReleases(registry, { storage, keys }, cachedReleases(options.siteFolder)),
      keepsPage: (failed) => {
        // Registry and pages of another change must agree.
        if (shown) return shown.entry === entry.text || hasFailed(shown, failed);
        // A page that has never been rendered is left out, unless the API is the reason.
        return failed.page !== '*' && apiAnswers.failures.size === 0;
      },
    });
    // Visitors must not read the samples. An API of an earlier release has no such call, and its pages had constants.
    if (!contact && apiAnswers.failures.has(calls.readContactDetails.path))
      throw new UserError('The API is unavailable. It must name the academy’s contact details.');
    // Another process may have switched visitors meanwhile, to another registry or to newer data.
    if (built && (built.id === before?.id || (await site.swap(built.id, before)))) {
      await Promise.all([
        site.sweep(),
        sweepUnused(path.join(options.siteFolder, 'cache'), ['fragments', 'loads']),
      ]);
      return result(built);
    }
    known = built ? 'tags' : 'nothing';
  }
}

export function describeSiteBuild(built: PrerenderResult): string {
  const { revision, pages, rendered, milliseconds, changed } = built;
  const site = `registry ${revision}, ${pages} pages`;
  return changed ? `${site}, ${rendered} rendered again, ${milliseconds} ms` : `${site}, unchanged`;
}
