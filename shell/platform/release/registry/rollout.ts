import type { Registry, Rollout } from '../../formats/registry';
import type { ReleaseName } from '../../formats/release-set';
import { releasesOf } from '../../store/registry-status';
import { requirePublished, storeOf } from '../../store/releases';
import { UserError } from '../../../packages/node/user-error';
import { requireRecorded } from '../checks/require-checked';
import { type ChangeOptions, changeRegistry, type ChangeResult, replacedVersion } from './change-registry';
import { makeCanary, makeLive } from './next-registry';

/** @param text such as `5,25,100`. @returns shares of visitors in percent. @throws UserError */
export function readShares(text: string): readonly number[] {
  const shares = text.split(',').map((share) => Number(share.trim().replace(/\s*%$/, '') || NaN));
  const grows = shares.every((share, index) => share > (shares[index - 1] ?? 0) && share <= 100);
  if (grows && shares.length > 1) return shares;
  throw new UserError('Use growing shares, such as 5,25,100.');
}

/** @param text such as `30m` or `2h`. @returns minutes. @throws UserError */
export function readPeriod(text: string): number {
  const [, amount, unit = 'm'] = /^(\d+)([mh]?)$/.exec(text.trim()) ?? [];
  const minutes = Number(amount) * (unit === 'h' ? 60 : 1);
  if (minutes >= 1) return minutes;
  throw new UserError('Use minutes or hours, such as 30m or 2h.');
}

/**
 * Takes the next step of a canary's rollout; the last one makes the release live. Nothing changes when another
 * process has changed the canary or its share.
 * @throws UserError when the release was replaced, or its browser gates no longer count.
 */
export async function advanceRollout({
  app,
  version,
  percent,
  ...options
}: ChangeOptions & ReleaseName & { readonly percent: number }): Promise<ChangeResult> {
  const store = storeOf(options);
  const rolloutIn = (registry: Registry): Rollout | undefined => {
    const canary = releasesOf(registry, app)?.canary;
    return canary?.version === version && canary.percent === percent ? canary.rollout : undefined;
  };
  return changeRegistry(
    options,
    async (registry) => {
      const rollout = rolloutIn(registry);
      if (!rollout) return registry;
      const [next = 100, ...steps] = rollout.steps;
      const { set, names } = membersOf(registry, app);
      const releases = await Promise.all(names.map((one) => requirePublished(one.app, one.version, store)));
      const following = steps.length > 0 ? { ...rollout, steps } : undefined;
      if (next >= 100 && !rollout.forced) {
        for (const release of releases) {
          const together = releases.filter((other) => other !== release);
          await requireRecorded(release, registry, { together, ...store });
        }
      }
      return releases.reduce(
        (before, release) =>
          (next < 100 ? makeCanary(release, next, following, set) : makeLive(release, set))(before),
        registry,
      );
    },
    (registry, next) => {
      const { set, names } = membersOf(registry, app);
      return names.map((one) => {
        const canary = next.remotes.find(({ name }) => name === one.app)?.canary;
        return {
          what: canary ? 'canary' : 'promote',
          app: one.app,
          version: one.version,
          ...(canary && { percent: canary.percent, ...(canary.rollout && { rollout: canary.rollout }) }),
          ...replacedVersion(registry, one.app),
          ...(set !== undefined && { set }),
          ...(rolloutIn(registry)?.forced && { forced: true }),
        };
      });
    },
  );
}

/** The canary of the app, and those of its set. */
function membersOf({ remotes }: Registry, app: string) {
  const set = remotes.find(({ name }) => name === app)?.canary?.set;
  const names = remotes.flatMap(({ name, canary }): ReleaseName[] => {
    const isMember = canary && (name === app || (set !== undefined && canary.set === set));
    return isMember ? [{ app: name, version: canary.release.version }] : [];
  });
  return { set, names };
}
