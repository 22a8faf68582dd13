import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Release } from '../formats/release';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { integrityOf } from '../formats/integrity-of';
import { integrityProblems, decompress } from './integrity';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
});

const NAME = 'page.0123.js';
const text = 'self.answer = 42;'.repeat(20);

/** Problems of a release whose page is listed with other properties or has another compressed copy. */
async function problems(
  listed: Partial<Release['files'][string]>,
  copy?: Buffer,
): Promise<readonly string[]> {
  const release = await store.pack({ app: 'shop', version: '1.0.0', files: { [NAME]: text } });
  const folder = path.join(store.folder, 'packed/shop/1.0.0');
  if (copy) await writeFile(path.join(folder, `${NAME}.br`), copy);
  const page = release.files[NAME];
  if (!page) throw new Error('The page was not packed.');
  return integrityProblems(store.packed, {
    ...release,
    files: { ...release.files, [NAME]: { ...page, ...listed } },
  });
}

it('finds no problem in an unaltered release', async () => {
  expect(await problems({})).toEqual([]);
});

it('reports a wrong size under brotli, which the size gate would accept', async () => {
  expect(await problems({ brotliBytes: 1 })).toEqual([`${NAME}.br does not have the listed size of 1 bytes`]);
});

it('reports a size under brotli without a compressed copy', async () => {
  await store.pack({ app: 'shop', version: '1.0.0' });
  const bytes = Buffer.from(text);
  await writeFile(path.join(store.folder, 'packed/shop/1.0.0/late.js'), bytes);
  const release = await store.pack({ app: 'shop', version: '1.0.0' });
  const late = { integrity: integrityOf(bytes), bytes: bytes.length, brotliBytes: 1 };
  const files = { ...release.files, 'late.js': late };
  expect(await integrityProblems(store.packed, { ...release, files })).toEqual([
    'late.js is listed with a size under brotli, but has no compressed copy',
  ]);
});

it('reports a wrong size', async () => {
  expect(await problems({ bytes: 7 })).toContain(`${NAME} does not have the listed size of 7 bytes`);
});

it('decompresses no more bytes than the original has', async () => {
  const bomb = brotliCompressSync(Buffer.alloc(5_000_000), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  });
  expect(bomb.length).toBeLessThan(1_000);
  expect(await problems({ brotliBytes: bomb.length }, bomb)).toEqual([
    `${NAME}.br has other content than ${NAME}`,
  ]);
  expect(await decompress(bomb, 'br', text.length)).toBeUndefined();
  expect(await decompress(brotliCompressSync(text), 'br', text.length)).toEqual(Buffer.from(text));
});

it.each([
  ['import()', 'self.load = () => import("./other.js");'],
  ['static imports', 'import "./other.js";'],
  ['exports', 'export const answer = 42;'],
])('refuses a script of a remote with %s', async (_what, code) => {
  const release = await store.pack({ app: 'shop', version: '1.0.0', files: { [NAME]: code } });
  expect(await integrityProblems(store.packed, release)).toEqual([
    `${NAME} imports or exports modules, and a remote's scripts must be classic scripts`,
  ]);
});

it('refuses a script that exhausts the lexer, and searches the next', async () => {
  const code = 'import(1);'.repeat(400_000);
  const release = await store.pack({
    app: 'shop',
    version: '1.0.0',
    files: { [NAME]: code, 'next.js': text },
  });
  expect(await integrityProblems(store.packed, release)).toEqual([
    `${NAME} is not a script that can be searched for imports`,
  ]);
});

it('refuses a script that is too large to be searched', async () => {
  const code = ';'.repeat(5_000_001);
  const release = await store.pack({ app: 'shop', version: '1.0.0', files: { [NAME]: code } });
  expect(await integrityProblems(store.packed, release)).toEqual([`${NAME} is larger than 5000000 bytes`]);
});
