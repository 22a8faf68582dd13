import type { ErrorPhase } from '@isa/api-contract';
import type { DataRouter } from 'react-router-dom';
import type { PageRegistry, RemoteRelease } from '../../formats/registry';
import { trackBrokenReleases } from './broken-releases';
import { visitorBuckets } from './canary-buckets';
import { chooseReleases } from './choose-releases';
import { watchFailedScripts } from './failed-scripts';
import { createFederation } from './federation';
import { trackHighestRevision } from './highest-revision';
import { createDocumentExit } from './leave-document';
import { withOverride } from './override';
import { pinReleases } from './pinned-releases';
import { pollRegistry } from './poll-registry';
import { createRegistrySource } from './registry-source';
import { createReleaseLoader } from './release-loader';
import { createRemotes, type ReleasesUnknown, type Remotes } from './remotes';
import { updateOnNavigation } from './update-on-navigation';
import { watchActivity } from './visitor-activity';

/** Receives what telemetry reports of releases. */
export interface ReleaseReports {
  /** A release failed, whether or not the visitor saw it. */
  failed(release: RemoteRelease, phase: ErrorPhase, error: unknown): void;
  loaded(release: RemoteRelease, milliseconds: number): void;
  /** The site's registry failed verification. */
  forged(error: Error): void;
  /** A visitor's page needs the registry, which is unavailable. */
  unknown(error: ReleasesUnknown): void;
}

export interface StartedRemotes {
  readonly remotes: Remotes;
  /** Starts to poll for newer releases and to update the tab during navigations. */
  follow(router: DataRouter): void;
}

/** Chooses this visitor's releases from the page's registry. */
export async function startRemotes(
  page: Window & typeof globalThis,
  inlined: PageRegistry,
  reports: ReleaseReports,
): Promise<StartedRemotes> {
  const isVisitorBusy = watchActivity(page.document);
  const bucket = visitorBuckets(page);
  const brokenReleases = trackBrokenReleases(page);
  const failedScripts = watchFailedScripts(page);
  const documentAddress = page.location.pathname + page.location.search;
  const exit = createDocumentExit(page);
  const pinned = pinReleases({
    page: inlined,
    chosen: await withOverride(chooseReleases(inlined, bucket, brokenReleases.isBroken), page),
    bucket,
    brokenReleases,
    source: createRegistrySource({
      page: inlined,
      fetch: (...request) => page.fetch(...request),
      subtle: page.crypto.subtle,
      highestRevision: trackHighestRevision(page),
      onForged: reports.forged,
    }),
  });
  const remotes = createRemotes({
    pinned,
    exit,
    loader: createReleaseLoader({ federation: createFederation(), failedScripts, onLoaded: reports.loaded }),
    brokenReleases,
    refetchScripts: () => failedScripts.refetch(),
    documentAddress,
    onFailure: reports.failed,
    onUnknown: reports.unknown,
  });
  return {
    remotes,
    follow(router) {
      updateOnNavigation({ router, pinned, exit, isVisitorBusy, page });
      pollRegistry({ refresh: () => pinned.refresh(), page: page.document });
    },
  };
}
