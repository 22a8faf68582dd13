import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Release } from '../formats/release';
import { testStore } from '../testing/release/test-store';
import { integrityOf, integrityProblems, decompress } from './integrity';

// Many small files, and the machine may be busy.
jest.setTimeout(30_000);

let place: Awaited<ReturnType<typeof testStore>>;
beforeEach(async () => {
  place = await testStore();
});
afterEach(() => place.remove());

const NAME = 'page.0123.js';
const text = 'export const answer = 42;'.repeat(20);

/** A release whose one page is said to be something else than it is. */
async function problems(say: Partial<Release['files'][string]>, copy?: Buffer): Promise<readonly string[]> {
  const release = await place.pack({ app: 'shop', version: '1.0.0', files: { [NAME]: text } });
  const of = path.join(place.folder, 'packed/shop/1.0.0');
  if (copy) await writeFile(path.join(of, `${NAME}.br`), copy);
  const told = release.files[NAME];
  if (!told) throw new Error('The page was not packed.');
  return integrityProblems(place.packed, {
    ...release,
    files: { ...release.files, [NAME]: { ...told, ...say } },
  });
}

it('finds nothing in a release that is as it says', async () => {
  expect(await problems({})).toEqual([]);
});

it('refuses a size under brotli that would slip through the size gate', async () => {
  expect(await problems({ brotliBytes: 1 })).toEqual([`${NAME}.br does not have the listed size of 1 bytes`]);
});

it('refuses it as well where there is no copy that visitors would get', async () => {
  await place.pack({ app: 'shop', version: '1.0.0' });
  const bytes = Buffer.from(text);
  await writeFile(path.join(place.folder, 'packed/shop/1.0.0/late.js'), bytes);
  const release = await place.pack({ app: 'shop', version: '1.0.0' });
  const late = { integrity: integrityOf(bytes), bytes: bytes.length, brotliBytes: 1 };
  const files = { ...release.files, 'late.js': late };
  expect(await integrityProblems(place.packed, { ...release, files })).toEqual([
    'late.js is listed with a size under brotli, but has no compressed copy',
  ]);
});

it('refuses another size than a file has', async () => {
  expect(await problems({ bytes: 7 })).toContain(`${NAME} does not have the listed size of 7 bytes`);
});

it('unpacks no more of a copy than the original has', async () => {
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
