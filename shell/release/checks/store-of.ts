import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inParallel } from '../../tools/in-parallel';
import { ownKeys, REGISTRY, type Trust } from '../../store/keys/keys';
import { makePair } from '../../store/keys/pair';
import { type Place, promoteTogether } from '../registry/changes';
import { folderStorage } from '../../store/storage/folder';
import { ownStorage } from '../../store/storage/own';

/** Which version of each part a site has. */
export type Versions = Readonly<Record<string, string>>;

/**
 * Makes a store of exactly these releases, with a registry that is signed by a key made for it: `store/` and `keys/` in
 * a folder. Nobody else's is touched. @returns where it is, and what signs there.
 */
export async function makeStore(folder: string, versions: Versions): Promise<Required<Place>> {
  const storage = ownStorage();
  const target = folderStorage(path.join(folder, 'store'));
  for (const [name, version] of Object.entries(versions)) {
    await inParallel(await storage.list(`${name}/${version}/`), async (file) => {
      const stored = await storage.read(file);
      if (stored) await target.create(file, stored.bytes);
    });
  }
  const { privateKey, publicKey } = makePair();
  const own = { ...publicKey, since: new Date().toISOString() };
  const trust: Trust = { ...(await ownKeys.trust()), [REGISTRY]: [own] };
  const keysFolder = path.join(folder, 'keys');
  await mkdir(keysFolder);
  await writeFile(path.join(keysFolder, 'trusted.json'), JSON.stringify(trust));
  const keys = { trust: async () => trust, privateKey: async () => privateKey };
  await promoteTogether(versions, { storage: target, keys, who: 'journeys' });
  return { storage: target, keys };
}
