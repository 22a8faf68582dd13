import type { Registry } from '../../formats/registry';
import { buildSite, type BuiltSite, type SiteOptions } from '../../prerender/build-site';
import { createApiAnswers } from '../../prerender/api-answers';
import { readCurrentSite } from '../../prerender/cache-invalidation';
import { hasFailed } from '../../prerender/prerender-site';
import { type PreparedEntry, readEntryInForce, readHead, recordEntry } from '../../store/registry-history';
import type { StoreAccess } from '../../store/require-published';
import { siteFolderAt } from '../../store/site-folder';
import { UserError } from '../../../packages/node/user-error';

/**
 * Opens a site for a change of its registry. First completes what a process has begun that died in the middle: the
 * switch of visitors, and the history's entry of the site build that they get.
 * @returns the newest entry of the history, on which the change is based, and how its pages are built, unless no site
 * was ever built from the store.
 * @throws UserError when this site was not built from the store, and another one was.
 */
export async function openSite(options: SiteOptions, store: Required<StoreAccess>) {
  const { storage, keys } = store;
  const { site = siteFolderAt(options.siteFolder) } = options;
  await site.complete();
  const current = await readCurrentSite(site);
  const { before, current: shown } = current;
  const inForce = await readEntryInForce(storage, keys, shown?.entry);
  if (inForce && !inForce.isRecorded) await recordEntry(storage, keys, inForce);
  const head = await readHead(storage, keys);
  if (head?.entry.hasSite && !shown) {
    throw new UserError(
      `No site is built in ${site.address}. Name the site of this store with SITE_URL or SITE_FOLDER, or start the role prerender, which builds a lost one again.`,
    );
  }
  // The role prerender makes the first site build.
  if (!shown) return { head };

  // The settings are those of the current site build: only the role prerender changes them.
  const { cdnOrigin, siteOrigin, previewOrigin, newsletterUrl, previewKeys, answers } = shown;
  const build = async (entry: PreparedEntry, isTrial: boolean): Promise<BuiltSite> => {
    // Unchanged pages keep their data, so that a rollback needs no API.
    let apiAnswers = createApiAnswers(options.apiOrigin, answers);
    for (;;) {
      const built = await buildSite({
        ...options,
        ...store,
        ...{ site, cdnOrigin, siteOrigin, previewOrigin, newsletterUrl, previewKeys },
        ...{ apiAnswers, current, entry, isTrial },
        keepsPage: (failed) => hasFailed(shown, failed),
      });
      if (built) return built;
      apiAnswers = createApiAnswers(options.apiOrigin, 'nothing');
    }
  };

  const pages = {
    /** Renders a registry without consequences. @throws UserError that names a page that cannot be rendered. */
    tryRegistry: (registry: Registry) =>
      build({ registry: { registry, signature: '', key: '' }, text: '' }, true),
    /** Builds the pages of a change, which nobody gets yet. @throws UserError that names a page that cannot be rendered. */
    build: (entry: PreparedEntry) => build(entry, false),
    /**
     * Makes registry and pages current, both at once. The history follows.
     * @returns `false`, and changes nothing, when another process has switched visitors meanwhile.
     */
    async swap(built: BuiltSite, entry: PreparedEntry): Promise<boolean> {
      if (!(await site.swap(built.id, before))) return false;
      const isRecorded = await recordEntry(storage, keys, entry);
      if (isRecorded) await site.sweep();
      return isRecorded;
    },
  };
  return { head, pages };
}
