import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { isInsideStore } from './inside-store';

let folder: string;
let store: string;
beforeEach(async () => {
  folder = testFolder();
  store = path.join(folder, 'store');
  await mkdir(path.join(store, 'shop/1.0.0'), { recursive: true });
  await writeFile(path.join(store, 'shop/1.0.0/a.js'), 'a');
  await mkdir(path.join(folder, 'keys'));
  await writeFile(path.join(folder, 'keys/registry.key.pem'), 'secret');
});

const link = (to: string, name: string) => symlink(path.join(folder, to), path.join(store, name));

it('accepts a file of a release, even when the store itself is a link', async () => {
  expect(await isInsideStore(store, '/shop/1.0.0/a.js')).toBe(true);
  await symlink(store, path.join(folder, 'linked'));
  expect(await isInsideStore(path.join(folder, 'linked'), '/shop/1.0.0/a.js')).toBe(true);
});

it.each([
  ['a link to a file', 'keys/registry.key.pem', 'shop/1.0.0/b.js', '/shop/1.0.0/b.js'],
  ['a folder that is a link', 'keys', 'shop/1.0.0/assets', '/shop/1.0.0/assets/registry.key.pem'],
  ['an app that is a link', 'keys', 'events', '/events/registry.key.pem'],
  ['a compressed copy that is a link', 'keys/registry.key.pem', 'shop/1.0.0/a.js.br', '/shop/1.0.0/a.js'],
])('rejects %s', async (_what, to, name, requested) => {
  await link(to, name);
  expect(await isInsideStore(store, requested)).toBe(false);
});

it('rejects a path with ..', async () => {
  expect(await isInsideStore(store, '/../keys/registry.key.pem')).toBe(false);
});
