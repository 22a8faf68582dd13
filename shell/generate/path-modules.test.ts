import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../tools/folders';
import { PATHS_FOLDER, pathModules } from './path-modules';

test('every app finds the addresses that the others declare now: after a change, npm run reference', async () => {
  const folder = path.join(root, PATHS_FOLDER);
  const texts = (await readdir(folder)).map(async (name) => [
    name,
    await readFile(path.join(folder, name), 'utf8'),
  ]);
  expect(Object.fromEntries(await Promise.all(texts))).toEqual(await pathModules());
});

test('an address is declared by the app that owns it', async () => {
  expect((await pathModules())['shop.ts']).toContain("book = pagePath<number>('/isa-books/:bookId')");
});
