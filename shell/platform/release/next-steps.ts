import { type Keys, localKeys } from '../store/keys/local-keys';
import { readHead } from '../store/registry-history';
import { isKit } from '../../packages/node/folders';
import { defaultStorage } from '../store/storage/default-storage';
import type { Storage } from '../store/storage/storage';

/** A remote begins as a canary, the shell needs all checks, and a missing site cannot be checked. */
export async function stepsToPromote(app: string, version: string, storage: Storage, keys: Keys = localKeys) {
  const name = `${app}@${version}`;
  // A team may be unable to verify the registry.
  const registry = await readHead(storage, keys).then(
    (head) => ({ live: head?.entry.registry.registry }),
    () => undefined,
  );
  // Commands name another store than the configured one.
  const { address } = storage;
  const variable = address.startsWith('s3://') ? 'STORE_URL' : 'STORE_FOLDER';
  const setting = address === defaultStorage().address ? '' : `${variable}=${address} `;
  const command = (text: string) => `${setting}npm run release -- ${text}`;
  if (registry && !registry.live) {
    return {
      check: command(`check ${name}`),
      promote: command(`promote ${name} --force --reason "the first release"`),
    };
  }
  if ((registry || isKit) && app !== 'shell') {
    return { check: command(`check ${name}`), promote: command(`promote ${name} --percent 5`) };
  }
  return { check: command(`check ${name} --journeys`), promote: command(`promote ${name}`) };
}
