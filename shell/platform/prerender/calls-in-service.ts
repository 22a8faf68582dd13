import type { Registry } from '../formats/registry';
import type { Release } from '../formats/release';
import { releasesInService } from '../store/registry-status';
import { readVerifiedRelease } from '../store/release-file';
import { type StoreAccess, storeOf } from '../store/require-published';
import { ignoreUserError } from '../../packages/node/user-error';

/** `calls.json` of the site: the calls of the API that releases in service use, by `app@version`. */
export const CALLS_FILE = 'calls.json';

/**
 * The API's role `prepare` refuses to drop one of these calls. A previous or canary release that the store no
 * longer has cannot be loaded, and needs nothing.
 */
export async function callsInService(
  registry: Registry,
  access: StoreAccess,
): Promise<Readonly<Record<string, Release['calls']>>> {
  const { storage, keys } = storeOf(access);
  const calls = await Promise.all(
    releasesInService(registry).map(async ({ app, version }) => {
      const release = await readVerifiedRelease(storage, app, version, keys).catch(ignoreUserError);
      return [`${app}@${version}`, release?.calls ?? {}] as const;
    }),
  );
  return Object.fromEntries(calls);
}
