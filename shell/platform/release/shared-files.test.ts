import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { registeredRelease } from './registry/next-registry';
import { promoteRelease, promoteTogether, rollbackApp } from './registry/changes';
import { publish } from './publish/publish';
import { createTemporaryStore } from './checks/temporary-store';
import { prune } from './prune';
import { deltaName } from '../formats/deltas';
import { integrityOf } from '../formats/integrity-of';
import { isShared, storedAt } from '../formats/release';
import { validateRelease } from '../formats/validate-release';
import { encodeDelta, hashOfDictionary } from '../store/delta';
import { integrityProblems } from '../store/integrity';
import { requirePublished } from '../store/releases';
import { readVerifiedRegistry } from '../store/registry-history';
import { pruneSharedFiles } from '../store/shared-files';
import { folderStorage } from '../store/storage/folder';
import { STORES } from '../store/storage/testing/stores';
import type { Storage } from '../store/storage/storage';
import { testStore } from '../../tooling/testing/release/jest-store';
import { contentName, type TestRelease } from '../../tooling/testing/release/test-store';

const BOOKS = 'exports.page = "all books";';
const books = contentName('books.js', BOOKS);
/** A release of the shop with a page that others have as well. */
const shop = (version: string, more: Partial<TestRelease> = {}): TestRelease => ({
  ...{ app: 'shop', version, sharesFiles: true, files: { [books]: BOOKS } },
  ...more,
});
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

describe.each(STORES)('shared files in a %s', (kind, open) => {
  async function openStore() {
    const store = { ...(await testStore()), storage: await open() };
    const access = { storage: store.storage, keys: store.keys };
    const forced = { ...access, force: true, why: 'a test', who: 'ada' };
    const send = (version: string, storage: Storage = store.storage) =>
      publish({ app: 'shop', version, from: store.packed, storage, keys: store.keys });
    return {
      ...store,
      access,
      forced,
      send,
      async release(release: TestRelease) {
        await store.pack(release);
        const { app, version } = release;
        return publish({ app, version, from: store.packed, ...access });
      },
      async problemsOf(version: string) {
        return integrityProblems(store.storage, await requirePublished('shop', version, access));
      },
      /** The packed files and compressed copies that the store lacks. */
      async missingOf(version: string) {
        const release = await requirePublished('shop', version, access);
        const stored = new Set(await store.storage.list('shop/'));
        const prefix = `shop/${version}/`;
        const names = (await store.packed.list(prefix)).map((name) => name.slice(prefix.length));
        return names.filter((name) => !stored.has(storedAt(release, name)));
      },
      /** Everything that is there now was written long ago. */
      pruneFiles: (storage: Storage = store.storage) =>
        pruneSharedFiles(storage, 'shop', { since: inDays(8), dryRun: false }),
    };
  }

  it('have one address in all releases, and the release is complete', async () => {
    const store = await openStore();
    const first = (await store.release(shop('1.0.0'))).release;
    const next = (await store.release(shop('1.1.0'))).release;
    expect(storedAt(first, books)).toBe(`shop/files/${books}`);
    expect(storedAt(next, `${books}.br`)).toBe(`shop/files/${books}.br`);
    expect(registeredRelease(next).entry).toMatch(/^shop\/files\/remote-entry\.[\da-f]{20}\.js$/);
    expect(storedAt(first, 'node/server.cjs')).toBe('shop/1.0.0/node/server.cjs');
    expect(await store.problemsOf('1.0.0')).toEqual([]);
    expect(await store.problemsOf('1.1.0')).toEqual([]);
    const names = await store.storage.list('shop/files/');
    expect(names.filter((name) => name.endsWith(books))).toHaveLength(1);
  });

  it('let a release go live alongside one that was published in the former way, and back', async () => {
    const store = await openStore();
    await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
    // Its names contain the same hashes, but its files are in a folder of its own.
    await store.release({ app: 'shop', version: '1.0.0', files: { [books]: BOOKS } });
    await store.release(shop('1.1.0'));
    await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store.access, who: 'ada' });
    const entry = async () => {
      const { remotes } = (await readVerifiedRegistry(store.storage, store.keys)).registry;
      const live = remotes.find(({ name }) => name === 'shop')?.live?.entry ?? '';
      expect(await store.storage.read(live)).toBeDefined();
      return live;
    };
    expect(await entry()).toMatch(/^shop\/1\.0\.0\//);
    await promoteRelease({ app: 'shop', version: '1.1.0', ...store.forced });
    expect(await entry()).toMatch(/^shop\/files\//);
    await rollbackApp({ app: 'shop', ...store.forced });
    expect(await entry()).toMatch(/^shop\/1\.0\.0\//);
    await promoteRelease({ app: 'shop', version: '1.1.0', ...store.forced });
    expect(await store.problemsOf('1.0.0')).toEqual([]);
    expect(await store.problemsOf('1.1.0')).toEqual([]);
  });

  it('are removed with the last release that lists them, and not before', async () => {
    const store = await openStore();
    await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
    const other = 'exports.page = "a page of the first release";';
    const name = contentName('old.js', other);
    await store.release(shop('1.0.0', { files: { [books]: BOOKS, [name]: other } }));
    await store.release(shop('1.1.0'));
    await promoteTogether({ shell: '1.0.0', shop: '1.1.0' }, { ...store.access, who: 'ada' });
    expect(await prune({ ...store.access, now: inDays(6) })).toMatchObject({ removed: [], sharedFiles: 0 });
    const dry = await prune({ ...store.access, now: inDays(8), dryRun: true });
    const { removed, sharedFiles } = await prune({ ...store.access, now: inDays(8) });
    expect(removed).toMatchObject([{ app: 'shop', version: '1.0.0' }]);
    expect([dry.sharedFiles, sharedFiles > 0]).toEqual([sharedFiles, true]);
    expect(await store.storage.read(`shop/files/${name}`)).toBeUndefined();
    expect(await store.problemsOf('1.1.0')).toEqual([]);
    expect(await store.storage.list('checks/uses/shop/')).not.toContainEqual(
      expect.stringContaining('files'),
    );
  });

  it('stay when a release cannot be read, because it may list them', async () => {
    const store = await openStore();
    await store.release(shop('1.0.0'));
    await store.storage.remove('shop/1.0.0/release.json');
    await store.storage.create('shop/2.0.0/release.json', Buffer.from('{'));
    await expect(store.pruneFiles()).rejects.toThrow('shop/2.0.0/release.json is not a valid release');
    expect(await store.storage.read(`shop/files/${books}`)).toBeDefined();
    await store.storage.remove('shop/2.0.0/release.json');
    expect(await store.pruneFiles()).toBeGreaterThan(0);
    expect(await store.storage.list('shop/files/')).toEqual([]);
  });

  it('are published and removed although a prune of an earlier package has left its record', async () => {
    const store = await openStore();
    // It took the folder for a version, and was killed.
    const record = Buffer.from(JSON.stringify({ isRemoved: true, id: 'a test' }));
    await store.storage.create('checks/uses/shop/files.json', record);
    await store.release(shop('1.0.0'));
    await store.storage.remove('shop/1.0.0/release.json');
    expect(await store.pruneFiles()).toBeGreaterThan(0);
    await store.send('1.0.0');
    expect(await store.problemsOf('1.0.0')).toEqual([]);
  });

  it('stay while a publish uses them that has written no release yet', async () => {
    const store = await openStore();
    await store.release(shop('1.0.0'));
    await store.storage.remove('shop/1.0.0/release.json');
    const since = new Date();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await store.pack(shop('1.1.0'));
    const dying: Storage = {
      ...store.storage,
      async create(name, bytes) {
        if (name.endsWith('release.json')) throw new Error('killed');
        return store.storage.create(name, bytes);
      },
    };
    await expect(store.send('1.1.0', dying)).rejects.toThrow('killed');
    await pruneSharedFiles(store.storage, 'shop', { since, dryRun: false });
    expect(await store.storage.read(`shop/files/${books}`)).toBeDefined();
    await store.send('1.1.0');
    expect(await store.problemsOf('1.1.0')).toEqual([]);
  });

  it('are complete when two releases with the same files are published at once', async () => {
    const store = await openStore();
    await store.pack(shop('1.0.0'));
    await store.pack(shop('1.1.0'));
    await Promise.all([store.send('1.0.0'), store.send('1.1.0')]);
    expect([await store.problemsOf('1.0.0'), await store.problemsOf('1.1.0')]).toEqual([[], []]);
  });

  it('refuse the release whose files a killed prune has begun to remove, until the next prune', async () => {
    const store = await openStore();
    await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
    await store.release({ app: 'shop', version: '0.9.0' });
    await promoteTogether({ shell: '1.0.0', shop: '0.9.0' }, { ...store.access, who: 'ada' });
    await store.release(shop('1.0.0'));
    await store.storage.remove('shop/1.0.0/release.json');
    const dying: Storage = {
      ...store.storage,
      async remove(name) {
        throw new Error(`killed before it removed ${name}`);
      },
    };
    await expect(store.pruneFiles(dying)).rejects.toThrow('killed before it removed shop/files/');
    await store.pack(shop('1.1.0'));
    await expect(store.send('1.1.0')).rejects.toThrow('A prune is removing files that shop@1.1.0 shares');
    const promoted = promoteRelease({ app: 'shop', version: '1.1.0', ...store.forced });
    await expect(promoted).rejects.toThrow('shop@1.1.0 lacks files that prune has removed, or is removing');
    await store.pruneFiles();
    await store.send('1.1.0');
    await promoteRelease({ app: 'shop', version: '1.1.0', ...store.forced });
    expect(await store.problemsOf('1.1.0')).toEqual([]);
  });

  /** Runs `other` before one request to the store. @returns whether there were as many requests. */
  async function interrupted(
    target: Storage,
    step: number,
    run: (storage: Storage) => Promise<unknown>,
    other: () => Promise<unknown>,
  ) {
    let requests = 0;
    const storage = new Proxy(target, {
      get(_, property: keyof Storage) {
        const member = target[property];
        if (typeof member !== 'function') return member;
        return async (...args: readonly unknown[]) => {
          if (requests++ === step) await other();
          return Reflect.apply(member, target, args) as Promise<unknown>;
        };
      },
    });
    await run(storage);
    return requests > step;
  }

  it.each(['prune', 'publish'])(
    'never go missing, whenever a %s is interrupted by the other',
    async (interrupt) => {
      const store = await openStore();
      await store.pack(shop('1.1.0'));
      // A bucket has the same requests, each of which takes longer.
      const every = kind === 'folder' ? 1 : 5;
      for (let step = 0, isInterrupted = true; isInterrupted; step += every) {
        // The files of a former release, which no release lists any more, so that the prune removes them.
        for (const name of await store.storage.list('')) await store.storage.remove(name);
        await store.release(shop('1.0.0'));
        await store.storage.remove('shop/1.0.0/release.json');
        let isPublished = false;
        const send = async (storage?: Storage) => {
          isPublished = await store.send('1.1.0', storage).then(
            () => true,
            (error: unknown) => {
              if (!/A prune is removing|is not intact/.test(String(error))) throw error;
              return false;
            },
          );
        };
        const [run, other] = interrupt === 'prune' ? [store.pruneFiles, send] : [send, store.pruneFiles];
        isInterrupted = await interrupted(store.storage, step, run, () => other());
        if (!isPublished) await store.send('1.1.0');
        expect([step, await store.problemsOf('1.1.0')]).toEqual([step, []]);
        expect([step, await store.missingOf('1.1.0')]).toEqual([step, []]);
      }
    },
  );

  it('are not those of an author who writes a copy that only some browsers can read', async () => {
    const store = await openStore();
    await store.pack(shop('1.0.0'));
    // Browsers read the first of the two members only, and programs all of them.
    const half = Math.floor(BOOKS.length / 2);
    const members = [BOOKS.slice(0, half), BOOKS.slice(half)].map((part) => gzipSync(part));
    await writeFile(path.join(store.folder, 'packed/shop/1.0.0', `${books}.gz`), Buffer.concat(members));
    await store.send('1.0.0');
    const stored = await store.storage.read(`shop/files/${books}.gz`);
    expect(stored?.bytes).toEqual(gzipSync(BOOKS, { level: 9 }));
  });

  it('are not the deltas that a build has written, even if they can be decoded', async () => {
    const store = await openStore();
    await store.release(shop('1.0.0'));
    const former = 'exports.page = "the former books";';
    await store.pack(shop('1.1.0', { files: { [books]: BOOKS, [contentName('books.js', former)]: former } }));
    const dictionary = Buffer.from(former);
    const delta = deltaName(books, hashOfDictionary(dictionary));
    await store.packed.create(`shop/1.1.0/${delta}`, await encodeDelta(Buffer.from(BOOKS), dictionary));
    await expect(store.send('1.1.0')).rejects.toThrow(`${delta} is a delta, which no build writes`);
    expect(await store.storage.list('shop/files/')).not.toContain(`shop/files/${delta}`);
  });

  it.each([
    ['a delta', `${books}.dcz/AAAA`, 'evil'],
    ['other bytes', books, 'evil'],
  ])('are not %s that a build writes after its release was verified', async (_what, file, text) => {
    const store = await openStore();
    await store.pack(shop('1.0.0'));
    let isVerified = false;
    const from: Storage = {
      ...store.packed,
      async list(prefix) {
        const names = await store.packed.list(prefix);
        if (!isVerified) {
          isVerified = true;
          return names;
        }
        await writeFile(path.join(store.folder, 'packed/shop/1.0.0', books), file === books ? text : BOOKS);
        return [...new Set([...names, `shop/1.0.0/${file}`])];
      },
      async read(name) {
        return (await store.packed.read(name)) ?? { bytes: Buffer.from(text), tag: '', modified: new Date() };
      },
    };
    const sent = publish({ app: 'shop', version: '1.0.0', from, storage: store.storage, keys: store.keys });
    await expect(sent).rejects.toThrow(`has changed while ${file}`);
    const stored = (await store.storage.list('shop/files/')).filter((name) => name.includes(file));
    expect(stored).toEqual([]);
  });

  it('are never replaced by other bytes, and their damage is found', async () => {
    const store = await openStore();
    await store.release(shop('1.0.0'));
    const name = `shop/files/${books}`;
    const stored = await store.storage.read(name);
    await store.storage.replace(name, Buffer.from('evil'), stored?.tag);
    expect(await store.problemsOf('1.0.0')).toEqual([`${books} has other bytes than were signed`]);
    await store.pack(shop('1.1.0'));
    await expect(store.send('1.1.0')).rejects.toThrow('has other bytes than its name says');
    expect(String((await store.storage.read(name))?.bytes)).toBe('evil');
    const copy = await store.storage.read(`${name}.br`);
    await store.storage.replace(`${name}.br`, Buffer.from('evil'), copy?.tag);
    expect(await store.problemsOf('1.0.0')).toContain(`${books}.br has other content than ${books}`);
  });
});

describe('a release that shares its files', () => {
  const file = (text: string) => ({
    integrity: integrityOf(Buffer.from(text)),
    bytes: text.length,
    brotliBytes: text.length,
  });

  const CONTENT = 'is not named after its content';
  const FORM = 'is not called <name>.<hash>.<extension>';

  it.each([
    ['a name with the hash of other bytes', contentName('page.js', 'other bytes'), CONTENT],
    ['a name with a shorter hash', contentName('page.js', BOOKS).replace(/.\.js$/, '.js'), FORM],
    ['a name with an upper-case letter', contentName('Page.js', BOOKS), FORM],
    [
      'a name with an upper-case hash',
      contentName('page.js', BOOKS).replace(/\..*\./, (hash) => hash.toUpperCase()),
      FORM,
    ],
    [
      'a folder with the name of a file',
      `${contentName('page.js', BOOKS)}/${contentName('page.js', BOOKS)}`,
      FORM,
    ],
    ['a name without a hash', 'page.js', FORM],
  ])('is refused for %s', async (_what, name, problem) => {
    const store = await testStore();
    const release = await store.pack(shop('1.0.0', { files: { [books]: BOOKS } }));
    const changed = { ...release, files: { ...release.files, [name]: file(BOOKS) } };
    expect(isShared(changed, name)).toBe(false);
    expect(storedAt(changed, name)).toBe(`shop/1.0.0/${name}`);
    expect(validateRelease(changed).problem).toContain(problem);
  });

  it('is refused for a name that leads out of its folder', async () => {
    const store = await testStore();
    const release = await store.pack(shop('1.0.0'));
    const outside = `../../learning/files/${contentName('page.js', BOOKS)}`;
    const changed = { ...release, files: { ...release.files, [outside]: file(BOOKS) } };
    expect(isShared(changed, outside)).toBe(false);
    expect(validateRelease(changed).problem).toContain('is not a valid file name');
  });

  it('may be of the shell, whose static files keep the names by which the site serves them', async () => {
    const store = await testStore();
    const release = await store.pack(shop('1.0.0', { app: 'shell' }));
    const withIcon = { ...release, files: { ...release.files, 'public/favicon.svg': file('<svg/>') } };
    expect(validateRelease(withIcon).problem).toBeUndefined();
    expect(storedAt(withIcon, 'public/favicon.svg')).toBe('shell/1.0.0/public/favicon.svg');
    expect(validateRelease({ ...withIcon, name: 'shop' }).problem).toContain(FORM);
  });

  it('is copied with its files to the store of a check, and without those of others', async () => {
    const store = await testStore();
    await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
    const other = 'exports.page = "a page of another release";';
    await store.release(shop('0.9.0', { files: { [contentName('other.js', other)]: other } }));
    const { files } = await store.release(shop('1.0.0'));
    const folder = path.join(store.folder, 'check');
    // Its registry trusts the keys of this machine, and not those of the test.
    const created = createTemporaryStore(folder, { shell: '1.0.0', shop: '1.0.0' }, store.storage);
    await expect(created).rejects.toThrow('is not signed by a trusted key');
    const copied = await folderStorage(path.join(folder, 'store')).list('shop/files/');
    const names = Object.keys(files).filter((name) => /^[^/]+\.js$/.test(name));
    expect(copied).toEqual(names.flatMap((name) => [`shop/files/${name}`, `shop/files/${name}.br`]).sort());
  });

  it('replaces a link at the address of a file, and not what it leads to', async () => {
    const store = await testStore();
    await store.release(shop('1.0.0'));
    const secret = path.join(store.folder, 'elsewhere');
    await writeFile(secret, BOOKS);
    const address = path.join(store.folder, 'store/shop/files', books);
    await store.storage.remove(`shop/files/${books}`);
    await symlink(secret, address);
    await store.pack(shop('1.1.0'));
    await publish({ app: 'shop', version: '1.1.0', from: store.packed, ...store });
    await writeFile(secret, 'changed later');
    expect(String((await store.storage.read(`shop/files/${books}`))?.bytes)).toBe(BOOKS);
  });

  it('is published, promoted and pruned alongside a name that is not valid, which prune reports', async () => {
    const store = await testStore();
    await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
    await store.release(shop('1.0.0'));
    const live = { ...store, who: 'ada' };
    await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, live);
    await writeFile(path.join(store.folder, 'store/shop/files', 'back\\slash.js'), 'evil');
    const next = 'exports.page = "the next books, which are more than before";';
    await store.release(shop('1.1.0', { files: { [contentName('books.js', next)]: next } }));
    await promoteRelease({ ...live, app: 'shop', version: '1.1.0', force: true, why: 'a test' });
    const { kept, sharedFiles } = await prune({ ...store, now: inDays(8) });
    expect(kept.filter(({ why }) => why.includes('is not a valid name'))).toMatchObject([
      { app: 'shop', why: expect.stringContaining('slash.js') as string },
    ]);
    expect(sharedFiles).toBe(0);
    expect(await integrityProblems(store.storage, await requirePublished('shop', '1.1.0', store))).toEqual(
      [],
    );
  });
});
