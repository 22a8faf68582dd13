import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from '../../store/storage/storage';
import { testFolder } from '../../../../api/testing/test-folder';
import { createTemporaryStore } from './temporary-store';

it('changes no file outside of its store, whatever names a listing contains', async () => {
  const parent = testFolder();
  const folder = path.join(parent, 'gate');
  const key = path.join(parent, 'keys/shop.pem');
  await mkdir(path.dirname(key));
  await writeFile(key, 'a private key');
  const stored = { bytes: Buffer.from('{"release":{"files":{}}}'), tag: '', modified: new Date() };
  const stub: Storage = {
    address: 'a stub',
    read: async () => stored,
    create: async () => true,
    replace: async () => true,
    remove: async () => undefined,
    list: async () => ['shop/1.0.0/../../../../keys/new.pem', 'shop/1.0.0/../../../../keys/shop.pem'],
    folders: async () => [],
  };
  await expect(createTemporaryStore(folder, { shop: '1.0.0' }, stub)).rejects.toThrow('is not a valid name');
  expect(await readFile(key, 'utf8')).toBe('a private key');
  await expect(readFile(path.join(parent, 'keys/new.pem'))).rejects.toThrow('ENOENT');
});
