import type { RegisteredRemote, Registry, Rollout } from '../../formats/registry';
import { localKeys } from '../../store/keys/local-keys';
import { requirePublished } from '../../store/require-published';
import { defaultStorage } from '../../store/storage/default-storage';
import { UserError } from '../../tools/user-error';
import { requireRecorded } from '../checks/require-checked';
import { type ChangeOptions, changeRegistry, type ChangeResult, replacedVersion } from './changes';
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

export interface AdvanceOptions extends ChangeOptions {
  readonly app: string;
  /** The canary, and its share. Nothing changes when another process has changed them. */
  readonly version: string;
  readonly percent: number;
}

/**
 * Takes the next step of a canary's rollout. The last one makes the release live.
 * @throws UserError when the release was replaced, or may not become live: another app has gone live since the browser
 * gates were run.
 */
export async function advanceRollout({
  app,
  version,
  percent,
  ...options
}: AdvanceOptions): Promise<ChangeResult> {
  const { storage = defaultStorage(), keys = localKeys } = options;
  const release = await requirePublished(app, version, { storage, keys });
  const rolloutIn = ({ remotes }: Registry): Rollout | undefined =>
    rolloutOf(
      remotes.find(({ name }) => name === app),
      version,
      percent,
    );
  return changeRegistry(
    options,
    async (registry) => {
      const rollout = rolloutIn(registry);
      if (!rollout) return registry;
      const [next = 100, ...steps] = rollout.steps;
      if (next < 100) {
        return makeCanary(release, next, steps.length > 0 ? { ...rollout, steps } : undefined)(registry);
      }
      if (!rollout.forced) await requireRecorded(release, registry, { storage, keys });
      return makeLive(release)(registry);
    },
    (registry, next) => {
      const canary = next.remotes.find(({ name }) => name === app)?.canary;
      return [
        {
          what: canary ? 'canary' : 'promote',
          part: app,
          version,
          ...(canary && { percent: canary.percent, ...(canary.rollout && { rollout: canary.rollout }) }),
          ...replacedVersion(registry, app),
          ...(rolloutIn(registry)?.forced && { forced: true }),
        },
      ];
    },
  );
}

function rolloutOf(
  remote: RegisteredRemote | undefined,
  version: string,
  percent: number,
): Rollout | undefined {
  const canary = remote?.canary;
  return canary?.release.version === version && canary.percent === percent ? canary.rollout : undefined;
}
