import { COMPOSITION_FILE, compositionSchema, describeHeldBack } from '../../formats/composition';
import { parseJson } from '../../formats/parse-json';
import { type Keys, localKeys, REGISTRY_OWNER, requireTrustedKey } from '../../store/keys/local-keys';
import { readVerifiedRegistry } from '../../store/registry-history';
import { defaultStorage } from '../../store/storage/default-storage';
import type { Site } from '../../store/site';
import type { Storage } from '../../store/storage/storage';
import { failure, type Finding, ok, warning } from './finding';

/** Keys have no end; an old one is replaced before somebody has had years to copy it. */
const MAX_KEY_AGE_DAYS = 365;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** What is wrong with the store, the keys and the composed site. */
export async function releaseFindings(
  site: Site,
  storage: Storage = defaultStorage(),
  keys: Keys = localKeys,
  now = Date.now(),
): Promise<readonly Finding[]> {
  return [...(await keyFindings(keys, now)), ...(await storeFindings(site, storage, keys))];
}

async function keyFindings(keys: Keys, now: number): Promise<readonly Finding[]> {
  try {
    const trusted = Object.entries(await keys.trust()).flatMap(([owner, all]) =>
      all.map(({ id, since }) => ({ name: `${owner} (${id})`, days: (now - Date.parse(since)) / DAY_MS })),
    );
    const old = trusted.filter(({ days }) => days > MAX_KEY_AGE_DAYS).map(({ name }) => name);
    return [
      trusted.length === 0
        ? failure('trusted keys', 'there are none', 'copy trusted.json here, and set RELEASE_TRUST')
        : old.length > 0
          ? warning(
              'trusted keys',
              `older than a year: ${old.join(', ')}`,
              'npm run release -- keygen <owner> --rotate',
            )
          : ok('trusted keys', `${trusted.length}, none older than a year`),
      await requireTrustedKey(REGISTRY_OWNER, keys).then(
        () => ok('registry key', 'it is here, and trusted'),
        (error: unknown) =>
          failure('registry key', error, 'watch and ops need it: RELEASE_KEY_REGISTRY or KEYS_FOLDER'),
      ),
    ];
  } catch (error) {
    return [failure('trusted keys', error, 'copy trusted.json again')];
  }
}

async function storeFindings(site: Site, storage: Storage, keys: Keys): Promise<readonly Finding[]> {
  try {
    const { registry } = await readVerifiedRegistry(storage, keys);
    return [
      ok(
        'store',
        `${storage.address} is read; revision ${registry.revision} of the registry is signed by a trusted key`,
      ),
      await compositionFinding(site, registry.revision),
    ];
  } catch (error) {
    return [
      failure(
        'store',
        error,
        'check STORE_URL or STORE_FOLDER, SITE_URL and AWS_…; npm run release -- repair restores a registry',
      ),
    ];
  }
}

async function compositionFinding(site: Site, revision: number): Promise<Finding> {
  const id = await site.currentId();
  const text = id === undefined ? undefined : await site.read(id, COMPOSITION_FILE);
  if (text === undefined) {
    return failure('composed site', `nothing is composed in ${site.address}`, 'start the role compose');
  }
  const composition = parseJson(text, compositionSchema);
  if (!composition) {
    return failure('composed site', `${COMPOSITION_FILE} of ${id} is not valid`, 'restart the role compose');
  }
  const [held] = composition.heldBack ?? [];
  if (held) {
    return failure('composed site', describeHeldBack(held), `npm run release -- rollback ${held.app}`);
  }
  if (composition.revision === revision) return ok('composed site', `it shows revision ${revision}`);
  return failure(
    'composed site',
    `it shows revision ${composition.revision}, and the registry has ${revision}`,
    'the log of the role compose says why; npm run release -- compose --to <folder> repeats it',
  );
}
