import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { localKeys, REGISTRY_OWNER } from '../../../platform/store/keys/local-keys';
import { signText } from '../../../platform/store/keys/signature';
import { readVerifiedRegistry } from '../../../platform/store/registry-history';
import { folderStorage } from '../../../platform/store/storage/folder';

/**
 * Replaces the confirmation of the registry in a store by one that ends in some days.
 * @returns a function that restores the original.
 */
export async function confirmRegistryFor(days: number, store: string): Promise<() => Promise<void>> {
  const file = path.join(store, 'registry-until.json');
  const original = await readFile(file);
  const { registry } = await readVerifiedRegistry(folderStorage(store));
  const until = new Date(Date.now() + days * 86_400_000).toISOString();
  const statement = { registry: registry.revision, until };
  const signed = signText(JSON.stringify(statement), await localKeys.privateKey(REGISTRY_OWNER));
  await writeFile(file, `${JSON.stringify({ statement, ...signed })}\n`);
  return () => writeFile(file, original);
}
