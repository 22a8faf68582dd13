import type { DataRouter } from 'react-router-dom';
import { STRICT_STYLE_POLICY } from '../../platform/formats/page-data';
import type { PageRegistry } from '../../platform/formats/registry';
import { briefStorage } from './brief-storage';
import { trackBrokenReleases } from './broken-releases';
import { mayHaveStaffView } from '../session/session-marker';
import { EVERY_CANARY, visitorBuckets } from './canary-buckets';
import { watchFailedScripts } from './failed-scripts';
import { createFederation, type SharedModules } from './federation';
import { createDocumentExit } from './leave-document';
import { loadOverrides } from './override';
import { forgetPreview, isOnPreviewOrigin, previewRequest } from './preview-request';
import { pinReleases } from './pinned-releases';
import { pollRegistry } from './poll-registry';
import { createRegistrySource } from './registry-source';
import { createRecovery, createReleaseLoader } from './release-loader';
import { createRemotes, type ReleaseReports } from './remotes';
import { createScriptHashes, enforceScriptHashes } from './script-hashes';
import { updateOnNavigation } from './update-on-navigation';
import { watchActivity } from './visitor-activity';

/** Chooses this visitor's releases from the page's registry, or those of a development server or a preview link. */
export async function startRemotes(
  page: Window & typeof globalThis,
  inlined: PageRegistry,
  shared: SharedModules,
  reports: ReleaseReports,
) {
  const isVisitorBusy = watchActivity(page.document);
  const brokenReleases = trackBrokenReleases(page);
  const refetchScripts = watchFailedScripts(page);
  const documentAddress = page.location.pathname + page.location.search;
  const exit = createDocumentExit(page);
  const isPreview = isOnPreviewOrigin(page, inlined);
  const preview = isPreview ? await requestedPreview(page, inlined) : { isRefused: false };
  // On other origins a link could run code that was never promoted in the browser of a visitor who is logged in.
  const overrides = isPreview || process.env.NODE_ENV !== 'production' ? await loadOverrides(page) : [];
  const staffView = mayHaveStaffView() && !isPreview ? await loadStaffView() : undefined;
  const pinned = pinReleases({
    page: inlined,
    overrides: [...overrides, ...(preview.release ? [preview.release] : [])],
    bucket: staffView ? EVERY_CANARY : visitorBuckets(page),
    chosen: staffView?.chosen,
    brokenReleases,
    loadRegistry: createRegistrySource({
      page: inlined,
      fetch: (...request) => page.fetch(...request),
      storage: briefStorage(page),
    }),
  });
  const hashes = createScriptHashes(process.env.NODE_ENV === 'development' ? undefined : inlined.cdn);
  enforceScriptHashes(page, hashes);
  const recover = createRecovery(refetchScripts);
  const loadRemote = createFederation({ page, inlined, shared, hashes, recover });
  const loader = createReleaseLoader({ loadRemote, recover, onLoaded: reports.loaded });
  const remotes = createRemotes({
    pinned,
    exit,
    loader,
    brokenReleases,
    refetchScripts,
    documentAddress,
    allowsInlineStyles: !page.document.querySelector(STRICT_STYLE_POLICY),
    reports,
  });
  return {
    isPreview,
    /** Whether the tab was opened with a preview link that is not valid, or no longer. */
    isPreviewRefused: preview.isRefused,
    remotes,
    /** Shows the bar of the staff view; absent for visitors. */
    showStaffBar: staffView && (() => staffView.showBar(pinned, remotes.inUse)),
    /** Starts to poll for newer releases and to update the tab during navigations. */
    follow(router: DataRouter) {
      const hasStaffViewEnded = () => staffView?.hasEnded() ?? false;
      updateOnNavigation({ router, pinned, exit, isVisitorBusy, hasStaffViewEnded, page });
      pollRegistry({
        refresh: () => Promise.all([pinned.refresh(), staffView?.check()]),
        page: page.document,
      });
    },
  };
}

/** @returns `undefined` unless the API confirms that this browser is one of staff. */
async function loadStaffView() {
  return (
    import(/* webpackChunkName: "staff-view" */ '../staff-view/staff-view')
      .then(({ readStaffView }) => readStaffView())
      // The page is then the one that visitors get, without the bar.
      .catch(() => undefined)
  );
}

async function requestedPreview(page: Window & typeof globalThis, inlined: PageRegistry) {
  const request = previewRequest(page);
  if (!request) return { isRefused: false };
  const release = await import(/* webpackChunkName: "preview" */ './preview').then(
    ({ loadPreview }) =>
      loadPreview(request, {
        page: inlined,
        fetch: (...parameters) => page.fetch(...parameters),
        subtle: page.crypto.subtle,
        now: Date.now,
      }),
    () => undefined,
  );
  if (!release) forgetPreview(page);
  return { isRefused: !release, ...(release && { release }) };
}
