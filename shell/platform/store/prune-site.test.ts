import { testFolder } from '../../../api/testing/test-folder';
import { requireJson } from '../formats/parse-json';
import { manifestObject, PRUNE_OBJECT, pruneSchema, siteManifestSchema } from '../formats/site-manifest';
import { startBucketServer } from '../../tooling/testing/release/bucket-server';
import { pruneSite } from './prune-site';
import type { SiteFile } from './site';
import { siteBucketAt } from './site-bucket';
import { bucketStorage } from './storage/bucket';
import { folderStorage } from './storage/folder';
import type { Storage, StoredObject } from './storage/storage';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long requests may be under way: those of these tests have ended when they are answered. */
const SETTLES_MS = 1;

let server: Awaited<ReturnType<typeof startBucketServer>>;
let folder: string;
let site: Storage;
let store: Storage;
beforeEach(async () => {
  server = await startBucketServer();
  site = bucketStorage('s3://releases/site', server.environment);
  folder = testFolder();
  store = folderStorage(folder);
  const shell = { files: { 'main.js': { integrity: '' }, 'libraries.3.js': { integrity: '' } } };
  await store.create('shell/3.0.0/release.json', Buffer.from(JSON.stringify({ release: shell })));
});
afterEach(async () => {
  await server.close();
});

/** The files of a site build: a page, and the scripts of a shell. */
function files(text: string, shell: number): ReadonlyMap<string, SiteFile> {
  const table = { routes: [], missing: { file: '404.html', status: 404 } };
  const texts = {
    'routes.json': JSON.stringify(table),
    'shop.html': text,
    [`shell/${shell}.0.0/main.js`]: `// ${shell}`,
    [`shell/libraries/libraries.${shell}.js`]: `// libraries ${shell}`,
  };
  return new Map(Object.entries(texts).map(([name, content]) => [name, { text: content }]));
}

async function prerender(id: string, content: ReadonlyMap<string, SiteFile>): Promise<void> {
  const bucket = siteBucketAt(site, folder, SETTLES_MS);
  await bucket.write(id, content, (await bucket.current())?.id);
  await bucket.swap(id, await bucket.current());
}

/** Makes what is stored older, by the clock of the bucket. */
function age(days: number, isAged: (key: string) => boolean = () => true): void {
  for (const [key, object] of server.objects) {
    if (!isAged(key)) continue;
    const modified = new Date(Date.parse(object.modified) - days * DAY_MS).toUTCString();
    server.objects.set(key, { ...object, modified });
  }
}

/** Builds a site five times, each time with another shell and ten days later. */
async function prerenderFive(): Promise<void> {
  for (let number = 1; number <= 5; number++) {
    age(10);
    await prerender(`0000000${number}-a`, files(`page ${number}`, number));
  }
}

const prune = (options: { readonly dryRun?: boolean; readonly storage?: Storage } = {}) =>
  pruneSite(options.storage ?? site, {
    since: new Date(Date.now() - 7 * DAY_MS),
    store,
    shellVersions: ['3.0.0'],
    settlesMs: SETTLES_MS,
    ...options,
  });

/** @returns the objects of a site build that the bucket lacks. */
async function lost(id: string): Promise<readonly string[]> {
  const stored = await site.read(manifestObject(id));
  const { files: objects } = requireJson(stored?.bytes ?? '', siteManifestSchema, id);
  const present = [...(await site.list('files/')), ...(await site.list('shell/'))];
  return Object.values(objects).filter((object) => !present.includes(object));
}

const siteBuilds = () => site.list('site-builds/');

it('removes old site builds, and the objects that only they need', async () => {
  await prerenderFive();
  const before = server.objects.size;
  const listed = await prune({ dryRun: true });
  expect([server.objects.size, await site.read(PRUNE_OBJECT)]).toEqual([before, undefined]);

  const { siteBuilds: removed, objects } = await prune();

  expect({ siteBuilds: removed, objects }).toEqual(listed);
  expect(removed.toSorted()).toEqual(['site-builds/00000001-a.json', 'site-builds/00000002-a.json']);
  expect(objects.filter((name) => name.startsWith('shell/'))).toEqual([
    'shell/1.0.0/main.js',
    'shell/2.0.0/main.js',
    'shell/libraries/libraries.1.js',
    'shell/libraries/libraries.2.js',
  ]);
  // The objects are two pages, and the delta between them.
  expect(objects.filter((name) => name.startsWith('files/'))).toHaveLength(3);
  for (const number of [3, 4, 5]) expect(await lost(`0000000${number}-a`)).toEqual([]);
  expect(await prune()).toEqual({ siteBuilds: [], objects: [] });
});

it('retains a site build that was replaced in the last days, however old it is', async () => {
  await prerender('00000001-a', files('page 1', 1));
  age(100);
  await prerender('00000002-a', files('page 2', 2));
  for (const number of [3, 4, 5, 6]) await prerender(`0000000${number}-a`, files(`page ${number}`, number));
  expect(await prune()).toEqual({ siteBuilds: [], objects: [] });
});

it('retains the current site build, and the scripts of shells in the store', async () => {
  await prerenderFive();
  const bucket = siteBucketAt(site, folder);
  await bucket.swap('00000001-a', await bucket.current());
  age(10);
  const six = ['6', '7', '8'].map((number) => `0000000${number}-a`);
  for (const id of six) await siteBucketAt(site, folder).write(id, files('the last pages', 8), undefined);
  age(10);

  await prune();

  expect(await siteBuilds()).toEqual(['00000001-a', ...six].map(manifestObject));
  expect(await lost('00000001-a')).toEqual([]);
  const shells = await site.list('shell/');
  expect(shells).toContain('shell/3.0.0/main.js');
  expect(shells).toContain('shell/libraries/libraries.3.js');
  expect(shells).not.toContain('shell/4.0.0/main.js');
});

it('retains objects of a site build that is under way', async () => {
  await prerenderFive();
  await site.create('files/of-a-site-builder.html', Buffer.from('a page'));
  const { objects } = await prune();
  expect(objects).not.toContain('files/of-a-site-builder.html');
});

const record = async () =>
  requireJson((await site.read(PRUNE_OBJECT))?.bytes ?? '', pruneSchema, PRUNE_OBJECT);

/** Starts a prune and kills it before its first removal. */
async function killPrune(): Promise<void> {
  const dying: Storage = { ...site, remove: async () => Promise.reject(new Error('killed')) };
  await expect(prune({ storage: dying })).rejects.toThrow('killed');
}

it('removes at once what a prune that was killed has left', async () => {
  await prerenderFive();
  await killPrune();
  expect((await prune()).siteBuilds).toHaveLength(2);
  expect((await record()).objects).toEqual([]);
});

it('stops before its next removal when another prune has begun', async () => {
  await prerenderFive();
  let removed = 0;
  const slow: Storage = {
    ...site,
    async read(name) {
      const stored = await site.read(name);
      // Another one takes over between its listing and its first removal.
      if (name === PRUNE_OBJECT && removed === 0 && stored !== undefined && !taken) {
        taken = true;
        await prune();
        return site.read(name);
      }
      return stored;
    },
    async remove() {
      removed++;
    },
  };
  let taken = false;
  await expect(prune({ storage: slow })).rejects.toThrow('was stopped by another one');
  expect([taken, removed]).toEqual([true, 0]);
  expect((await record()).objects).toEqual([]);
});

it('does not hold up a site builder that needs what a killed prune would have removed', async () => {
  await prerenderFive();
  await killPrune();
  await prerender('00000001-a', files('page 1', 1));
  expect(await lost('00000001-a')).toEqual([]);
  expect((await siteBucketAt(site, folder).current())?.id).toBe('00000001-a');
});

it('continues after a site builder that was killed while it stopped a prune', async () => {
  await prerenderFive();
  await killPrune();
  const dying: Storage = {
    ...site,
    async replace(name, bytes, tag) {
      if (name === PRUNE_OBJECT && String(bytes).includes('"objects":[]')) throw new Error('killed');
      return site.replace(name, bytes, tag);
    },
  };
  const content = files('page 1', 1);
  const bucket = siteBucketAt(dying, folder, SETTLES_MS);
  await expect(bucket.write('00000001-a', content, undefined)).rejects.toThrow('killed');
  const { isStopped } = await record();
  await prerender('00000001-a', content);
  expect([isStopped, await lost('00000001-a')]).toEqual([true, []]);
});

it('retains the current site build when listings are older than it', async () => {
  for (const number of [1, 2, 3, 4, 5]) await prerender(`0000000${number}-a`, files('one page', 1));
  age(100);
  const names = await site.list('site-builds/');
  await prerender('00000006-a', files('another page', 2));
  age(100);
  const stale: Storage = {
    ...site,
    list: async (prefix) => (prefix === 'site-builds/' ? names : site.list(prefix)),
  };
  await prune({ storage: stale });
  expect(await lost('00000006-a')).toEqual([]);
});

/**
 * A site in memory with the rules of the bucket but without requests, because it is pruned some hundred times.
 */
function inMemory(bucket: ReadonlyMap<string, { readonly bytes: Buffer; readonly modified: string }>) {
  const objects = new Map<string, StoredObject>();
  const put = (name: string, bytes: Buffer, modified = new Date()) => {
    objects.set(name, { bytes, modified, tag: bytes.toString('latin1') });
    return true;
  };
  const storage: Storage = {
    address: site.address,
    read: async (name) => objects.get(name),
    create: async (name, bytes) => !objects.has(name) && put(name, bytes),
    replace: async (name, bytes, tag) => objects.get(name)?.tag === tag && put(name, bytes),
    remove: async (name) => void objects.delete(name),
    list: async (prefix) => [...objects.keys()].filter((name) => name.startsWith(prefix)).sort(),
    folders: async () => [],
  };
  return {
    ...storage,
    reset() {
      objects.clear();
      for (const [key, { bytes, modified }] of bucket) {
        put(key.slice('site/'.length), bytes, new Date(modified));
      }
    },
  };
}

/**
 * Runs a site builder and a prune, and stops one of them before one of its requests while the other runs. A
 * request that is stopped too long is given up. The site builder writes what the oldest site build had.
 * @returns whether the site builder has switched visitors to it.
 */
async function interleave(stopped: 'site-builder' | 'prune', step: number, id: string): Promise<boolean> {
  let requests = 0;
  let isStopped = false;
  const other = () => (stopped === 'site-builder' ? prune() : prerender(id, files('page 1', 1)));
  let outcome: Promise<unknown> = Promise.resolve();
  const pausing = new Proxy(site, {
    get(target, property: keyof Storage) {
      const member = target[property];
      if (typeof member !== 'function') return member;
      return async (...args: readonly unknown[]) => {
        if (requests++ === step) {
          isStopped = true;
          outcome = other().catch((error: unknown) => error);
          await outcome;
          if (property === 'remove') throw new Error('It was given up. Try again.');
        }
        return Reflect.apply(member, target, args) as Promise<unknown>;
      };
    },
  });
  const bucket = siteBucketAt(pausing, folder, SETTLES_MS);
  const paused =
    stopped === 'prune'
      ? prune({ storage: pausing })
      : bucket
          .write(id, files('page 1', 1), '00000005-a')
          .then(async () => bucket.swap(id, await bucket.current()));
  await paused.catch((error: unknown) => {
    if (!/Try again/.test(String(error))) throw error;
  });
  await outcome;
  return isStopped;
}

it.each(['site-builder', 'prune'] as const)(
  'never takes objects away from a site build, whenever the %s is stopped',
  async (stopped) => {
    await prerenderFive();
    const { reset, ...memory } = inMemory(server.objects);
    site = memory;
    let switched = 0;
    // The first is the oldest site build's id, the second a new one with the same files.
    for (const id of ['00000001-a', '00000006-a']) {
      for (let step = 0; ; step++) {
        reset();
        const isStopped = await interleave(stopped, step, id);
        const current = (await siteBucketAt(site, folder).current())?.id ?? '';
        expect([step, id, await lost(current)]).toEqual([step, id, []]);
        if (current === id) switched++;
        else {
          // A site builder that was refused tries again.
          await prerender(id, files('page 1', 1));
          expect([step, await lost(id)]).toEqual([step, []]);
        }
        if (!isStopped) break;
      }
    }
    expect(switched).toBeGreaterThan(0);
  },
);
