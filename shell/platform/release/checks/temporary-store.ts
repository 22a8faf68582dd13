import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { localKeys, REGISTRY_OWNER, type Trust } from '../../store/keys/local-keys';
import { createKeyPair } from '../../store/keys/signature';
import { defaultStorage } from '../../store/storage/default-storage';
import { storedFiles } from '../../store/integrity';
import { notPublished } from '../../store/releases';
import { listedFiles } from '../../store/shared-files';
import { folderStorage } from '../../store/storage/folder';
import { inParallel } from '../../../packages/node/in-parallel';
import { promoteTogether } from '../registry/changes';

/** The version of each app of a site. */
export type Versions = Readonly<Record<string, string>>;

/** Creates a store with these releases and a registry with a new key: `store/` and `keys/` in a folder. */
export async function createTemporaryStore(folder: string, versions: Versions, source = defaultStorage()) {
  const storage = folderStorage(path.join(folder, 'store'));
  for (const [name, version] of Object.entries(versions)) {
    const release = await listedFiles(source, name, version);
    if (!release) throw notPublished(name, version);
    await inParallel([...(await storedFiles(source, release)).keys()], async (file) => {
      const stored = await source.read(file);
      if (stored) await storage.create(file, stored.bytes);
    });
  }
  const { privateKey, publicKey } = createKeyPair();
  const registryKey = { ...publicKey, since: new Date().toISOString() };
  const trust: Trust = { ...(await localKeys.trust()), [REGISTRY_OWNER]: [registryKey] };
  const keysFolder = path.join(folder, 'keys');
  await mkdir(keysFolder);
  await writeFile(path.join(keysFolder, 'trusted.json'), JSON.stringify(trust));
  const keys = { trust: async () => trust, privateKey: async () => privateKey };
  await promoteTogether(versions, { storage, keys, who: 'journeys' });
  return { storage, keys };
}
