import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { integrityProblems } from '../store/integrity';
import { publish } from './publish';
import { readVerifiedRelease } from '../store/release-file';
import { testKeys, testPlace } from '../testing/release/place';

// Many small files, and for some tests a compiler or another process.
jest.setTimeout(60_000);

type Place = Awaited<ReturnType<typeof testPlace>>;

let place: Place;
beforeEach(async () => {
  place = await testPlace();
});
afterEach(() => place.remove());

const release = { part: 'shop', version: '1.5.0', files: { 'page.js': 'a page', 'maps/page.js.map': '{}' } };
const wish = () => ({ ...release, ...place, from: place.packed });
const packedFile = (name: string) => path.join(place.folder, 'packed/shop/1.5.0', name);

describe('a publication is refused', () => {
  it('of what was never packed', async () => {
    await expect(publish(wish())).rejects.toThrow('shop@1.5.0 is not packed on this machine');
  });

  it('without a signature that is trusted', async () => {
    await place.pack(release);
    await expect(publish({ ...wish(), keys: testKeys() })).rejects.toThrow(
      'not signed by a trusted key of shop',
    );
  });

  it.each([
    ['a changed file', 'page.js', 'another page', 'page.js has other bytes than were signed'],
    ['a file that was slipped in', 'extra.js', 'evil', 'extra.js is not listed'],
    [
      'a compressed copy of something else',
      'page.js.br',
      brotliCompressSync('evil'),
      'something else than page.js',
    ],
    ['a compressed copy that is none', 'page.js.br', 'evil', 'something else than page.js'],
  ])('with %s', async (_name, file, bytes, words) => {
    await place.pack(release);
    await writeFile(packedFile(file), bytes);
    await expect(publish(wish())).rejects.toThrow(words);
    expect(await place.storage.list('')).toEqual([]);
  });

  it('with a source map in sight', async () => {
    await place.pack({ ...release, files: { 'page.js.map': '{}' } });
    await expect(publish(wish())).rejects.toThrow('would show the sources');
  });

  it('under a version that the store has with other bytes', async () => {
    await place.release({ ...release, files: { 'page.js': 'the first' } });
    await place.packed
      .list('shop/')
      .then((names) => Promise.all(names.map((name) => place.packed.remove(name))));
    await place.pack(release);
    await expect(publish(wish())).rejects.toThrow('published already, with other bytes');
    expect(String((await place.storage.read('shop/1.5.0/page.js'))?.bytes)).toBe('the first');
  });

  it('over a file that somebody else has left there', async () => {
    await place.pack(release);
    await place.storage.create('shop/1.5.0/page.js', Buffer.from('theirs'));
    await expect(publish(wish())).rejects.toThrow('page.js is there already with other bytes');
    expect(await readVerifiedRelease(place.storage, 'shop', '1.5.0', place.keys)).toBeUndefined();
  });

  it('when the store does not give back what it was given', async () => {
    await place.pack(release);
    const storage = {
      ...place.storage,
      create: (name: string, bytes: Buffer) =>
        place.storage.create(name, name.endsWith('page.js') ? Buffer.from('bit rot') : bytes),
    };
    await expect(publish({ ...wish(), storage })).rejects.toThrow('page.js has other bytes');
    expect(await readVerifiedRelease(place.storage, 'shop', '1.5.0', place.keys)).toBeUndefined();
  });
});

describe('a publication', () => {
  it('brings every file, and does nothing when it is asked again', async () => {
    await place.pack(release);
    const progress: number[] = [];
    const first = await publish({ ...wish(), onProgress: (done) => progress.push(done) });
    const again = await publish(wish());
    expect([first.changed, again.changed]).toEqual([true, false]);
    expect(await place.storage.list('')).toEqual(await place.packed.list(''));
    expect(progress).toEqual(Array.from({ length: first.files - 1 }, (_, index) => index + 1));
  });

  it('leaves the store alone when it is not meant in earnest', async () => {
    await place.pack(release);
    expect(await publish({ ...wish(), dryRun: true })).toMatchObject({ changed: false });
    expect(await place.storage.list('')).toEqual([]);
  });

  it('that is killed leaves no release, and is taken up where it ended', async () => {
    await place.pack(release);
    const numbers = seeded(1506);
    let killed = 0;
    for (const most of [4, 12, 24, 40]) {
      const dieBefore = 1 + Math.floor(numbers() * most);
      const { signal } = await place.inChild({ publish: { part: 'shop', version: '1.5.0' }, dieBefore });
      if (signal === 'SIGKILL') killed += 1;
      const found = await readVerifiedRelease(place.storage, 'shop', '1.5.0', place.keys);
      // Either no release at all, or one without a fault.
      if (found) expect(await integrityProblems(place.storage, found)).toEqual([]);
    }
    expect(killed).toBeGreaterThan(1);
    await publish(wish());
    const whole = await readVerifiedRelease(place.storage, 'shop', '1.5.0', place.keys);
    expect(whole && (await integrityProblems(place.storage, whole))).toEqual([]);
  }, 120_000);
});

/** The same numbers from 0 to 1 on every run (Park and Miller's minimal standard generator). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
