import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createKeyPair } from './signature';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'isa-trust-'));
  process.env.KEYS_FOLDER = folder;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('no change of the trusted keys is lost, and no revoked key comes back, when commands run at once', async () => {
  const { localKeys, revokeKey, trustKey } = await import('./local-keys');
  const [old, next] = [createKeyPair().publicKey, createKeyPair().publicKey];
  for (const { key } of [old, next]) await trustKey('shop', key);
  const owners = ['learning', 'marketing', 'events', 'check'];
  await Promise.all([
    ...owners.map((owner) => trustKey(owner, createKeyPair().publicKey.key)),
    revokeKey('shop', old.id),
  ]);
  const trust = await localKeys.trust();
  expect(Object.keys(trust).sort()).toEqual([...owners, 'shop'].sort());
  expect(trust.shop?.map(({ id }) => id)).toEqual([next.id]);
});
