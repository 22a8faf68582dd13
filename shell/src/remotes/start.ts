import type { ErrorPhase } from '@isa/api-contract';
import type { DataRouter } from 'react-router-dom';
import { rememberBadReleases } from './bad-releases';
import { chooseReleases } from './choice';
import { watchFailedScripts } from './failed-scripts';
import { createFederation } from './federation';
import { followReleases } from './follow-releases';
import { createRegistrySource } from './fresh-registry';
import { lookForReleases } from './look-for-releases';
import { withOverride } from './override';
import { isFirstTime } from './once';
import type { PageRegistry, RemoteRelease } from '../../formats/registry';
import { createReleaseLoader } from './release-loader';
import { createRemotes, type ReleasesUnknown, type Remotes } from './remotes';
import { watchWork } from './safe-moment';
import { rememberRevision } from './seen-revision';
import { visitorBuckets } from './visitor';

/** Who is told how releases do. */
export interface ReleaseReports {
  failed(release: RemoteRelease, phase: ErrorPhase, error: unknown): void;
  loaded(release: RemoteRelease, milliseconds: number): void;
  /** The site handed out something that is no registry of ours. */
  forged(error: Error): void;
  /** The site does not hand out its registry, and a visitor needs it. */
  unknown(error: ReleasesUnknown): void;
}

export interface StartedRemotes {
  readonly remotes: Remotes;
  /** From here on newer releases are looked for, and taken with navigations when the moment is safe. */
  follow(router: DataRouter): void;
}

/** Chooses this visitor's releases from the page's registry and makes ready to load them. */
export async function startRemotes(
  page: Window & typeof globalThis,
  inlined: PageRegistry,
  { failed, loaded, forged, unknown }: ReleaseReports,
): Promise<StartedRemotes> {
  const work = watchWork(page.document);
  const bucket = visitorBuckets(page);
  const badReleases = rememberBadReleases(page);
  const failedScripts = watchFailedScripts(page);
  const remotes = createRemotes({
    page: inlined,
    chosen: await withOverride(chooseReleases(inlined, bucket, badReleases.isBad), page),
    bucket,
    badReleases,
    loader: createReleaseLoader({ federation: createFederation(), failedScripts, onLoaded: loaded }),
    source: createRegistrySource({
      page: inlined,
      fetch: (...request) => page.fetch(...request),
      subtle: page.crypto.subtle,
      seen: rememberRevision(page),
      onForged: forged,
    }),
    forgetFailures: () => failedScripts.examine(),
    onFailure: failed,
    onUnknown: unknown,
    documentAddress: page.location.pathname + page.location.search,
    goTo: (address) => goTo(page.location, address),
    isFirstTime: (reason) => isFirstTime(reason, page),
  });
  return {
    remotes,
    follow(router) {
      followReleases({ router, remotes, work, page });
      lookForReleases({ look: remotes.look, page: page.document });
    },
  };
}

/** An address that the browser shows already is not left for itself, so it is loaded again. */
function goTo(location: Location, address: string): void {
  const { pathname, search, hash } = location;
  if (pathname + search + hash === address) location.reload();
  else location.assign(address);
}
