import type { RouteData } from '@isa/contract/host';
import type { CheckReport } from '../../formats/check-report';
import type { Registry } from '../../formats/registry';
import type { Release } from '../../formats/release';
import { contentHash, navigationHash } from '../../store/integrity';
import { releasesInService } from '../../store/registry-status';
import { requirePromoted, type StoreAccess } from '../../store/require-published';
import type { Storage } from '../../store/storage/storage';

export interface Surroundings {
  readonly storage: Storage;
  /** The registry with the releases of the candidate's set; `undefined` before anything is live. */
  readonly registry: Registry | undefined;
  readonly shells: readonly Release[];
  readonly remotes: readonly Release[];
  /** The live releases and canaries among `remotes`, in service together with the candidate. */
  readonly coexisting: readonly Release[];
  /** The routes of the remote's live release, which the candidate replaces; none for a shell. */
  readonly replaced: readonly RouteData[];
  /** The app's live release, which the candidate replaces. @throws UserError when it cannot be verified. */
  readReplaced(): Promise<Release | undefined>;
  readonly peerReleases: CheckReport['peerReleases'];
}

export interface GateResult {
  readonly problems: readonly string[];
  /** What was checked; shown when there are no problems. */
  readonly summary: string | readonly string[];
  readonly notRun?: string;
}

/** A check that needs only the store. */
export type Gate = (candidate: Release, surroundings: Surroundings) => Promise<GateResult>;

/** @param registry the signed registry; `undefined` before anything is live. */
export async function surroundingsOf(
  app: string,
  registry: Registry | undefined,
  { storage, keys }: Required<StoreAccess>,
): Promise<Surroundings> {
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
    registry,
    replaced: registry?.remotes.find(({ name }) => name === app)?.live?.routes ?? [],
    shells: releasesOf(others.filter(({ release }) => release.name === 'shell')),
    remotes: releasesOf(remotes),
    coexisting: releasesOf(remotes.filter(({ slot }) => slot !== 'previous')),
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
