import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { requireJson } from '../formats/parse-json';
import { manifestObject, pointerSchema, siteManifestSchema } from '../formats/site-manifest';
import { startBucketServer } from '../../tooling/testing/release/bucket-server';
import type { SiteFile } from './site';
import { siteBucketAt } from './site-bucket';
import { bucketStorage } from './storage/bucket';
import type { Storage } from './storage/storage';

let server: Awaited<ReturnType<typeof startBucketServer>>;
let storage: Storage;
let folder: string;
beforeEach(async () => {
  folder = testFolder();
  server = await startBucketServer();
  storage = bucketStorage('s3://releases/site', server.environment);
});
afterEach(async () => {
  await server.close();
});

/** The files of a site build whose pages load the script of a shell. */
function siteBuild(shell: string): ReadonlyMap<string, SiteFile> {
  const pages = ['shop', 'login', '404'];
  const table = {
    routes: pages.slice(0, 2).map((page) => ({ pattern: `/${page}`, file: `${page}.html`, status: 200 })),
    missing: { file: '404.html', status: 404 },
  };
  const texts = {
    'routes.json': JSON.stringify(table),
    'logo.svg': '<svg/>',
    'logo.svg.br': 'a compressed copy',
    [`shell/${shell}/main.js`]: `// ${shell}`,
    ...Object.fromEntries(
      pages.map((page) => [`${page}.html`, `${page}<script src="/shell/${shell}/main.js">`]),
    ),
  };
  return new Map(Object.entries(texts).map(([name, text]) => [name, { text }]));
}

const one = siteBuild('1.0.0');
const two = siteBuild('2.0.0');

const object = async (name: string) => String((await storage.read(name))?.bytes);
const currentId = async () => requireJson(await object('current.json'), pointerSchema, 'current.json').id;

/** @returns what visitors get: every page with the script that it loads. */
async function served(): Promise<readonly string[]> {
  const { files, routes } = requireJson(
    await object(manifestObject(await currentId())),
    siteManifestSchema,
    'the manifest',
  );
  return Promise.all(
    routes.map(async ({ file }) => {
      const page = await object(files[file] ?? '');
      const [, script = ''] = /src="\/(.*?)"/.exec(page) ?? [];
      return `${page} ${await object(script)}`;
    }),
  );
}

async function prerender(id: string, files: ReadonlyMap<string, SiteFile>, to = storage): Promise<void> {
  const site = siteBucketAt(to, folder);
  await site.write(id, files, (await site.current())?.id);
  await site.swap(id, await site.current());
}

const written = () => server.requests.filter((request) => !request.startsWith('GET'));

describe('a site build in a bucket', () => {
  it('is written in the order assets, pages, table and pointer', async () => {
    await prerender('00000001-a', one);
    const kinds = written().map((request) =>
      request.replace(/^PUT site\/files\/\w+/, 'file').replace('PUT site/', ''),
    );
    expect(kinds.slice(0, 3).sort()).toEqual(['file.json', 'file.svg', 'shell/1.0.0/main.js']);
    expect(kinds.slice(3)).toEqual([
      'file.html',
      'file.html',
      'file.html',
      'site-builds/00000001-a.json',
      'current.json',
    ]);
  });

  it('uses unchanged files again, and removes none', async () => {
    await prerender('00000001-a', one);
    server.requests.length = 0;
    await prerender('00000002-b', new Map([...one, ['login.html', { text: 'another login' }]]));
    // The objects are the page, and its delta to the former one.
    expect(written()).toEqual([
      expect.stringMatching(/^PUT site\/files\/\w+\.html$/),
      expect.stringMatching(/^PUT site\/files\/\w+\.html$/),
      'PUT site/site-builds/00000002-b.json',
      'PUT site/current.json',
    ]);
  });

  it('keeps the deltas of unchanged pages, even if another site builder began with another site build', async () => {
    await prerender('00000001-a', one);
    const changed = new Map([...one, ['login.html', { text: 'another login' }]]);
    await prerender('00000002-b', changed);
    await prerender('00000003-c', new Map([...changed, ['shop.html', { text: 'another shop' }]]));
    const { files } = requireJson(await object(manifestObject('00000003-c')), siteManifestSchema, 'it');
    expect(Object.keys(files).filter((name) => name.includes('.dcz/'))).toEqual([
      expect.stringContaining('login.html.dcz/'),
      expect.stringContaining('shop.html.dcz/'),
    ]);
    await siteBucketAt(storage, folder).write('00000003-c', changed, undefined);
  });

  it('uses unchanged files again on a machine that has built nothing', async () => {
    await prerender('00000001-a', one);
    const unchanged = { hash: 'of the page', render: async () => Promise.reject(new Error('rendered')) };
    const next = new Map([...one, ['shop.html', unchanged], ['login.html', { text: 'another login' }]]);
    const other = siteBucketAt(storage, path.join(folder, 'another machine'));
    await other.write('00000002-b', next, '00000001-a');
    await other.swap('00000002-b', await other.current());
    const [before, after] = await Promise.all(
      ['00000001-a', '00000002-b'].map(async (id) =>
        requireJson(await object(manifestObject(id)), siteManifestSchema, id),
      ),
    );
    expect(after?.files['shop.html']).toBe(before?.files['shop.html']);
    expect(Object.keys(after?.files ?? {})).toContainEqual(expect.stringContaining('login.html.dcz/'));
  });

  it('writes no file outside of its folder, whatever names a manifest contains', async () => {
    await prerender('00000001-a', one);
    const name = manifestObject('00000001-a');
    const stored = await storage.read(name);
    const manifest = requireJson(stored?.bytes ?? '', siteManifestSchema, name);
    const files = { ...manifest.files, '../../../evil.html': manifest.files['shop.html'] };
    await storage.replace(name, Buffer.from(JSON.stringify({ ...manifest, files })), stored?.tag);
    const machine = path.join(folder, 'another machine');
    await siteBucketAt(storage, machine).write('00000002-b', two, '00000001-a');
    expect((await readdir(folder, { recursive: true })).filter((file) => file.includes('evil'))).toEqual([]);
  });

  it.each(['../00000001-a', 'a/b', ''])(
    'is not read when the pointer names the site build %j',
    async (id) => {
      await storage.create('current.json', Buffer.from(JSON.stringify({ id })));
      await expect(siteBucketAt(storage, folder).current()).rejects.toThrow('current.json is not valid');
    },
  );

  it('keeps the scripts of former site builds', async () => {
    await prerender('00000001-a', one);
    await prerender('00000002-b', two);
    expect(await object('shell/1.0.0/main.js')).toBe('// 1.0.0');
    expect(await served()).toEqual(
      expect.arrayContaining([expect.stringContaining('// 2.0.0')]) as readonly string[],
    );
  });

  it('is refused when a script of the same name has other bytes', async () => {
    await prerender('00000001-a', one);
    const forged = new Map([...one, ['shell/1.0.0/main.js', { text: 'forged' }]]);
    await expect(siteBucketAt(storage, folder).write('00000002-b', forged, undefined)).rejects.toThrow(
      'shell/1.0.0/main.js exists already with other bytes',
    );
  });
});

it('a site builder that is killed before any of its writes leaves a complete site', async () => {
  await prerender('00000001-a', one);
  const before = await served();
  for (let step = 0; ; step++) {
    let writes = 0;
    const die = async () => {
      if (writes++ >= step) throw new Error('killed');
      return true;
    };
    const dying: Storage = {
      ...storage,
      create: async (...args) => (await die()) && storage.create(...args),
      replace: async (...args) => (await die()) && storage.replace(...args),
    };
    const ended = await prerender('00000002-b', two, dying).catch(() => 'killed');
    if (ended !== 'killed') break;
    expect(await served()).toEqual(before);
  }
  expect(await currentId()).toBe('00000002-b');
  expect((await served()).every((page) => page.endsWith('// 2.0.0'))).toBe(true);
});

describe('concurrent site builders', () => {
  it('write one complete site build', async () => {
    await Promise.all(Array.from({ length: 5 }, () => prerender('00000001-a', one)));
    expect(await currentId()).toBe('00000001-a');
    expect(await served()).toHaveLength(2);
    expect([...server.objects.keys()].filter((key) => key.startsWith('site/site-builds/'))).toHaveLength(1);
  });

  it('switch visitors only once from the site build that they found', async () => {
    await prerender('00000001-a', one);
    const sites = Array.from({ length: 5 }, () => siteBucketAt(storage, folder));
    const found = await Promise.all(sites.map((site) => site.current()));
    const ids = sites.map((_, at) => `00000002-${at}`);
    for (const id of ids) await siteBucketAt(storage, folder).write(id, two, '00000001-a');
    const swaps = await Promise.all(sites.map((site, at) => site.swap(ids[at] ?? '', found[at])));
    expect(swaps.filter(Boolean)).toHaveLength(1);
    expect(await currentId()).toBe(ids[swaps.indexOf(true)]);
  });

  it('do not switch visitors from a site build that was current twice', async () => {
    await prerender('00000001-a', one);
    const site = siteBucketAt(storage, folder);
    const found = await site.current();
    for (const id of ['00000001-b', '00000001-a']) {
      await site.write(id, one, undefined);
      expect(await site.swap(id, await site.current())).toBe(true);
    }
    expect(await site.swap('00000002-c', found)).toBe(false);
    expect(await currentId()).toBe('00000001-a');
  });
});
