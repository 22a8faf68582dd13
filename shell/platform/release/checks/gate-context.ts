import type { Registry } from '../../formats/registry';
import type { Release } from '../../formats/release';
import { contentHash, navigationHash } from '../../store/integrity';
import { releasesInService } from '../../store/registry-status';
import { requirePromoted, type StoreAccess } from '../../store/releases';

export type GateContext = Awaited<ReturnType<typeof readGateContext>>;

/** Why a gate that compares with the site was not run. */
export const NOTHING_LIVE = 'nothing is live yet';

export interface GateResult {
  readonly problems: readonly string[];
  /** What was checked; shown when there are no problems. */
  readonly summary: string | readonly string[];
  /** Why it was not checked, and what to do; a gate that finds problems has failed nevertheless. */
  readonly notRun?: string;
}

/** A check that needs only the store. */
export type Gate = (candidate: Release, gateContext: GateContext) => Promise<GateResult>;

/** @param registry with the releases of the candidate's set; `undefined` before anything is live. */
export async function readGateContext(
  app: string,
  registry: Registry | undefined,
  { storage, keys }: Required<StoreAccess>,
) {
  const others = registry
    ? await Promise.all(
        releasesInService(registry)
          .filter((one) => one.app !== app)
          .map(async ({ app: name, version, slot }) => ({
            slot,
            release: await requirePromoted(registry, name, version, { storage, keys }),
          })),
      )
    : [];
  const remotes = others.filter(({ release }) => release.name !== 'shell');
  const releasesOf = (chosen: typeof others) => chosen.map(({ release }) => release);
  return {
    storage,
    keys,
    registry,
    /** The routes of the remote's live release, which the candidate replaces; none for a shell. */
    replaced: registry?.remotes.find(({ name }) => name === app)?.live?.routes ?? [],
    shells: releasesOf(others.filter(({ release }) => release.name === 'shell')),
    remotes: releasesOf(remotes),
    /** In service together with the candidate. */
    coexisting: releasesOf(remotes.filter(({ slot }) => slot !== 'previous')),
    /** The app's live release, which the candidate replaces. @throws UserError when it cannot be verified. */
    async readReplaced() {
      const live =
        registry && releasesInService(registry).find((one) => one.app === app && one.slot === 'live');
      return live && requirePromoted(registry, app, live.version, { storage, keys });
    },
    peerReleases: Object.fromEntries(
      releasesOf(others.filter(({ slot }) => slot === 'live')).map((release) => [
        release.name,
        {
          version: release.version,
          release: contentHash(release),
          navigation: navigationHash(release),
        },
      ]),
    ),
  };
}
