import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { integrityProblems } from '../../store/integrity';
import { publish } from './publish';
import { readVerifiedRelease } from '../../store/releases';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { contentName, testKeys } from '../../../tooling/testing/release/test-store';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
});

const release = { app: 'shop', version: '1.5.0', files: { 'page.js': 'a page', 'maps/page.js.map': '{}' } };
const options = () => ({ ...release, ...store, from: store.packed });
const packedFile = (name: string) => path.join(store.folder, 'packed/shop/1.5.0', name);

describe('a failing publish', () => {
  it('fails for a version that was never packed', async () => {
    await expect(publish(options())).rejects.toThrow('shop@1.5.0 is not packed on this machine');
  });

  it('fails without a trusted signature', async () => {
    await store.pack(release);
    await expect(publish({ ...options(), keys: testKeys() })).rejects.toThrow(
      'not signed by a trusted key of shop',
    );
  });

  it.each([
    ['a changed file', 'page.js', 'another page', 'page.js has other bytes than were signed'],
    ['an added file', 'extra.js', 'evil', 'extra.js is not listed'],
    [
      'a compressed copy of another file',
      'page.js.br',
      brotliCompressSync('evil'),
      'page.js.br has other content than page.js',
    ],
    ['a copy that is not compressed', 'page.js.br', 'evil', 'page.js.br has other content than page.js'],
  ])('fails with %s', async (_name, file, bytes, message) => {
    await store.pack(release);
    await writeFile(packedFile(file), bytes);
    await expect(publish(options())).rejects.toThrow(message);
    expect(await store.storage.list('')).toEqual([]);
  });

  it('fails with a visible source map', async () => {
    await store.pack({ ...release, files: { 'page.js.map': '{}' } });
    await expect(publish(options())).rejects.toThrow('would publish the sources');
  });

  it('fails for a version that the store has with other bytes', async () => {
    await store.release({ ...release, files: { 'page.js': 'the first' } });
    await store.packed
      .list('shop/')
      .then((names) => Promise.all(names.map((name) => store.packed.remove(name))));
    await store.pack(release);
    const read: string[] = [];
    const from = {
      ...store.packed,
      read(name: string) {
        read.push(name);
        return store.packed.read(name);
      },
    };
    await expect(publish({ ...options(), from })).rejects.toThrow('published already, with other bytes');
    // Nothing else was read and hashed.
    expect(new Set(read)).toEqual(new Set(['shop/1.5.0/release.json']));
    expect(String((await store.storage.read('shop/1.5.0/page.js'))?.bytes)).toBe('the first');
  });

  it('fails when a file exists in the store with other bytes', async () => {
    await store.pack(release);
    await store.storage.create('shop/1.5.0/page.js', Buffer.from('theirs'));
    await expect(publish(options())).rejects.toThrow('page.js exists already with other bytes');
    expect(await readVerifiedRelease(store.storage, 'shop', '1.5.0', store.keys)).toBeUndefined();
  });

  it('fails when the store returns other bytes than were written', async () => {
    await store.pack(release);
    const storage = {
      ...store.storage,
      create: (name: string, bytes: Buffer) =>
        store.storage.create(name, name.endsWith('page.js') ? Buffer.from('bit rot') : bytes),
    };
    await expect(publish({ ...options(), storage })).rejects.toThrow('page.js has other bytes');
    expect(await readVerifiedRelease(store.storage, 'shop', '1.5.0', store.keys)).toBeUndefined();
  });
});

describe('publish', () => {
  it('copies every file, and changes nothing when it is repeated', async () => {
    await store.pack(release);
    const progress: number[] = [];
    const first = await publish({ ...options(), onProgress: (done) => progress.push(done) });
    const again = await publish(options());
    expect([first.changed, again.changed]).toEqual([true, false]);
    expect(await store.storage.list('')).toEqual(await store.packed.list(''));
    expect(progress).toEqual(Array.from({ length: first.files - 1 }, (_, index) => index + 1));
  });

  it.each(['page.js', 'page.js.br', 'maps/page.js.map'])(
    'restores %s, which the store has lost, when it is repeated',
    async (name) => {
      await store.pack(release);
      await publish(options());
      await store.storage.remove(`shop/1.5.0/${name}`);
      expect(await publish(options())).toMatchObject({ changed: true });
      expect(await store.storage.list('')).toEqual(await store.packed.list(''));
    },
  );

  it('does not accept a damaged file when it is repeated', async () => {
    await store.pack(release);
    await publish(options());
    await writeFile(path.join(store.folder, 'store/shop/1.5.0/page.js'), 'bit rot');
    await expect(publish(options())).rejects.toThrow('page.js exists already with other bytes');
  });

  it('does not change the store in a dry run', async () => {
    await store.pack(release);
    expect(await publish({ ...options(), dryRun: true })).toMatchObject({ changed: false });
    expect(await store.storage.list('')).toEqual([]);
  });

  it('leaves no release when it is killed, and continues when it is repeated', async () => {
    const page = contentName('page.js', 'a page');
    await store.pack({
      ...release,
      sharesFiles: true,
      files: { [page]: 'a page', 'maps/page.js.map': '{}' },
    });
    const numbers = seeded(1506);
    let killed = 0;
    for (const most of [4, 12, 24, 40]) {
      const killBeforeChange = 1 + Math.floor(numbers() * most);
      const { signal } = await store.runInChild({
        publish: { app: 'shop', version: '1.5.0' },
        killBeforeChange,
      });
      if (signal === 'SIGKILL') killed += 1;
      const found = await readVerifiedRelease(store.storage, 'shop', '1.5.0', store.keys);
      // The store has either no release, or a complete one.
      if (found) expect(await integrityProblems(store.storage, found)).toEqual([]);
    }
    expect(killed).toBeGreaterThan(1);
    await publish(options());
    const complete = await readVerifiedRelease(store.storage, 'shop', '1.5.0', store.keys);
    expect(complete && (await integrityProblems(store.storage, complete))).toEqual([]);
  });
});

/** Repeatable pseudo-random numbers from 0 to 1 (Park and Miller's minimal standard generator). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
