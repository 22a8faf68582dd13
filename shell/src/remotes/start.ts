import { safeStorage } from '@isa/contract';
import type { DataRouter } from 'react-router-dom';
import { STRICT_STYLE_POLICY } from '../../formats/page-data';
import type { PageRegistry } from '../../formats/registry';
import { trackBrokenReleases } from './broken-releases';
import { visitorBuckets } from './canary-buckets';
import { watchFailedScripts } from './failed-scripts';
import { createFederation } from './federation';
import { createDocumentExit } from './leave-document';
import { loadOverride } from './override';
import { pinReleases } from './pinned-releases';
import { pollRegistry } from './poll-registry';
import { createRegistrySource } from './registry-source';
import { createReleaseLoader } from './release-loader';
import { createRemotes, type ReleaseReports } from './remotes';
import { updateOnNavigation } from './update-on-navigation';
import { watchActivity } from './visitor-activity';

/** Chooses this visitor's releases from the page's registry. */
export async function startRemotes(
  page: Window & typeof globalThis,
  inlined: PageRegistry,
  reports: ReleaseReports,
) {
  const isVisitorBusy = watchActivity(page.document);
  const brokenReleases = trackBrokenReleases(page);
  const refetchScripts = watchFailedScripts(page);
  const documentAddress = page.location.pathname + page.location.search;
  const exit = createDocumentExit(page);
  const pinned = pinReleases({
    page: inlined,
    override: await loadOverride(page),
    bucket: visitorBuckets(page),
    brokenReleases,
    loadRegistry: createRegistrySource({
      page: inlined,
      fetch: (...request) => page.fetch(...request),
      subtle: page.crypto.subtle,
      storage: safeStorage('sessionStorage', page),
      onForged: reports.forged,
    }),
  });
  const loadRemote = createFederation();
  const loader = createReleaseLoader({ loadRemote, refetchScripts, onLoaded: reports.loaded });
  return {
    remotes: createRemotes({
      pinned,
      exit,
      loader,
      brokenReleases,
      refetchScripts,
      documentAddress,
      allowsInlineStyles: !page.document.querySelector(STRICT_STYLE_POLICY),
      reports,
    }),
    /** Starts to poll for newer releases and to update the tab during navigations. */
    follow(router: DataRouter) {
      updateOnNavigation({ router, pinned, exit, isVisitorBusy, page });
      pollRegistry({ refresh: () => pinned.refresh(), page: page.document });
    },
  };
}
