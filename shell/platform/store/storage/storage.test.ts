import { type FileHandle, open, readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { z } from 'zod';
import { atEnd } from '../../../../api/testing/at-end';
import { testFolder } from '../../../../api/testing/test-folder';
import { serve } from '../../../../api/testing/test-server';
import { promoteRelease, promoteTogether, rollbackApp } from '../../release/registry/changes';
import { publishNewestRegistry, readHistory, readVerifiedRegistry } from '../registry-history';
import { publish } from '../../release/publish/publish';
import { startBucketServer } from '../../../tooling/testing/release/bucket-server';
import { testStore } from '../../../tooling/testing/release/jest-store';
import { bucketStorage } from './bucket';
import { folderStorage } from './folder';
import type { Storage } from './storage';
import { STORES } from './testing/stores';

const bytes = (text: string) => Buffer.from(text);

describe.each(STORES)('a store in a %s', (_kind, open) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await open();
  });

  it('has no object that was not written', async () => {
    expect(await storage.read('shop/1.0.0/a b.js')).toBeUndefined();
    expect(await storage.list('')).toEqual([]);
    expect(await storage.folders('shop/')).toEqual([]);
  });

  it('creates an object only once', async () => {
    const made = await Promise.all(
      ['one', 'two', 'three'].map((text) => storage.create('a/b.json', bytes(text))),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    const stored = String((await storage.read('a/b.json'))?.bytes);
    expect(stored).toBe(['one', 'two', 'three'][made.indexOf(true)]);
  });

  it('replaces only the version that was read', async () => {
    await storage.create('a.json', bytes('one'));
    const { tag } = (await storage.read('a.json')) ?? {};
    expect(await storage.replace('a.json', bytes('two'), 'another tag')).toBe(false);
    expect(await storage.replace('a.json', bytes('two'), undefined)).toBe(false);
    expect(await storage.replace('a.json', bytes('two'), tag)).toBe(true);
    expect(await storage.replace('a.json', bytes('three'), tag)).toBe(false);
    expect(String((await storage.read('a.json'))?.bytes)).toBe('two');
  });

  it('lets one of several processes replace a version', async () => {
    await storage.create('a.json', bytes('one'));
    const { tag } = (await storage.read('a.json')) ?? {};
    const texts = Array.from({ length: 20 }, (_, at) => `two ${at}`);
    const replaced = await Promise.all(texts.map((text) => storage.replace('a.json', bytes(text), tag)));
    expect(replaced.filter(Boolean)).toHaveLength(1);
    expect(String((await storage.read('a.json'))?.bytes)).toBe(texts[replaced.indexOf(true)]);
    expect(await storage.list('')).toEqual(['a.json']);
  });

  it('lists names and folders on several pages, without removed objects', async () => {
    const names = [
      'registry.json',
      'shop/1.0.0/a b+c.js',
      'shop/1.0.0/x/y.js',
      'shop/2.0.0/é.js',
      'shop/3.0.0/z.js',
    ];
    for (const name of names) await storage.create(name, bytes(name));
    expect(await storage.list('')).toEqual(names);
    expect(await storage.list('shop/1.0.0/')).toEqual(names.slice(1, 3));
    expect(await storage.folders('shop/')).toEqual(['1.0.0', '2.0.0', '3.0.0']);
    await storage.remove('shop/2.0.0/é.js');
    await storage.remove('shop/2.0.0/é.js');
    expect(await storage.folders('shop/')).toEqual(['1.0.0', '3.0.0']);
  });
});

it('writes the new bytes of a folder to the disk before they replace others', async () => {
  const folder = testFolder();
  const storage = folderStorage(folder);
  await storage.create('shop/files/page.js', bytes('one'));
  const handle = await open(path.join(folder, 'shop/files/page.js'));
  const isHandle = (value: unknown) => typeof value === 'object' && value !== null && 'sync' in value;
  const prototype = z.custom<FileHandle>(isHandle).parse(Object.getPrototypeOf(handle));
  await handle.close();
  const sync = jest.spyOn(prototype, 'sync');
  atEnd(async () => sync.mockRestore());
  const stored: string[] = [];
  sync.mockImplementation(async () => {
    stored.push(await readFile(path.join(folder, 'shop/files/page.js'), 'utf8'));
  });
  const { tag } = (await storage.read('shop/files/page.js')) ?? {};
  expect(await storage.replace('shop/files/page.js', bytes('two'), tag)).toBe(true);
  expect(stored).toEqual(['one']);
  expect(String((await storage.read('shop/files/page.js'))?.bytes)).toBe('two');
});

it('lets one of two processes replace an object of a folder, even by equal bytes', async () => {
  const { storage, runInChild } = await testStore();
  await storage.create('a.json', bytes('same'));
  const { tag = '' } = (await storage.read('a.json')) ?? {};
  const replace = { name: 'a.json', text: 'same', tag };
  const results = await Promise.all([runInChild({ replace }), runInChild({ replace })]);
  expect(results.map(({ code }) => code).sort()).toEqual([0, 3]);
});

describe('a bucket', () => {
  let server: Awaited<ReturnType<typeof startBucketServer>>;
  beforeEach(async () => {
    server = await startBucketServer();
  });
  afterEach(() => server.close());

  it.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('needs %s', (name) => {
    expect(() => bucketStorage('s3://releases', { ...server.environment, [name]: '' })).toThrow(name);
  });

  it('reports a refused request and an unreachable server', async () => {
    const wrongKey = { ...server.environment, AWS_SECRET_ACCESS_KEY: 'another' };
    await expect(bucketStorage('s3://releases', wrongKey).read('x')).rejects.toThrow(
      's3://releases refused to read x: 403 SignatureDoesNotMatch.',
    );
    const nowhere = { ...server.environment, AWS_ENDPOINT_URL_S3: 'http://localhost:1' };
    await expect(bucketStorage('s3://releases', nowhere).read('x')).rejects.toThrow('cannot be reached');
  });

  it('is requested again after 503 and 409', async () => {
    server.failures.push(503, 409);
    expect(await bucketStorage('s3://releases', server.environment).create('a.json', bytes('one'))).toBe(
      true,
    );
    expect(server.failures).toEqual([]);
  });

  async function storageAt(bucket: Server, stalledMs?: number): Promise<Storage> {
    const settings = { ...server.environment, AWS_ENDPOINT_URL_S3: (await serve(bucket)).origin };
    return bucketStorage('s3://releases', settings, stalledMs);
  }

  const entry = '<Contents><Key>history/00000001.json</Key></Contents>';
  it.each([
    ['is truncated', `<ListBucketResult><IsTruncated>false</IsTruncated>${entry}<Contents><Key>hist`],
    [
      'has no continuation token',
      `<ListBucketResult><IsTruncated>true</IsTruncated>${entry}</ListBucketResult>`,
    ],
    ['does not state whether it is truncated', `<ListBucketResult>${entry}</ListBucketResult>`],
    ['is something else', '<html>Please log in</html>'],
  ])('is not trusted when its list %s', async (_what, xml) => {
    const brokenServer = createServer((_request, response) => response.end(xml));
    const storage = await storageAt(brokenServer);
    await expect(storage.list('history/')).rejects.toThrow('incomplete list of its objects');
    await expect(storage.folders('shop/')).rejects.toThrow('incomplete list of its objects');
  });

  it('is not trusted when an object ends too early', async () => {
    const brokenServer = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"registry":{}');
      setTimeout(() => response.destroy(), 20);
    });
    const storage = await storageAt(brokenServer);
    await expect(storage.read('registry.json')).rejects.toThrow(
      'closed the connection during the request to read',
    );
  });

  it.each([
    ['answers', () => undefined],
    [
      'ends its answer',
      (response: ServerResponse) => response.writeHead(200, { 'content-length': 9 }).write('x'),
    ],
  ])('is given up when it never %s', async (_what, respond) => {
    const stalled = createServer((_request, response) => void respond(response));
    const storage = await storageAt(stalled, 200);
    await expect(storage.read('registry.json')).rejects.toThrow(/cannot be reached|closed the connection/);
    await expect(storage.list('')).rejects.toThrow('s3://releases cannot be reached');
  });

  it('is not read as empty when the bucket does not exist', async () => {
    const storage = bucketStorage('s3://another', server.environment);
    await expect(storage.read('registry.json')).rejects.toThrow('404 NoSuchBucket');
    await expect(storage.list('')).rejects.toThrow('404 NoSuchBucket');
  });

  it('stores content types, encodings and cache lifetimes', async () => {
    const storage = bucketStorage('s3://releases/isa/', server.environment);
    for (const name of ['registry.json', 'shop/1.0.0/a.js', 'shop/1.0.0/a.js.br', 'shop/1.0.0/f.woff2']) {
      await storage.create(name, bytes('x'));
    }
    const immutable = 'public, max-age=31536000, immutable';
    expect(Object.fromEntries([...server.objects].map(([name, { headers }]) => [name, headers]))).toEqual({
      'isa/registry.json': { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
      'isa/shop/1.0.0/a.js': { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': immutable },
      'isa/shop/1.0.0/a.js.br': {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': immutable,
        'content-encoding': 'br',
      },
      'isa/shop/1.0.0/f.woff2': { 'content-type': 'font/woff2', 'cache-control': immutable },
    });
  });

  it('returns a compressed copy as it was stored', async () => {
    const storage = bucketStorage('s3://releases/isa', server.environment);
    const copy = brotliCompressSync('a script');
    await storage.create('shop/1.0.0/a.js.br', copy);
    expect((await storage.read('shop/1.0.0/a.js.br'))?.bytes).toEqual(copy);
  });

  it('accepts concurrent releases as a folder does', async () => {
    const store = await testStore();
    const storage = bucketStorage('s3://releases/isa', server.environment);
    const { keys, packed } = store;
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'];
    const all = [['shell', '1.0.0'], ...versions.map((version) => ['shop', version])] as const;
    for (const [app = '', version = ''] of all) {
      await store.pack({ app, version });
      await publish({ app, version, from: packed, storage, keys });
    }
    await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { storage, keys, who: 'ada' });
    const forced = { storage, keys, force: true, why: 'a test', who: 'ada' };
    await Promise.all(
      versions.slice(1).map((version) => promoteRelease({ app: 'shop', version, ...forced })),
    );
    await rollbackApp({ app: 'shop', ...forced });
    const history = await readHistory(storage, keys);
    expect(history.map(({ revision }) => revision)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(history[0]?.registry).toEqual(await readVerifiedRegistry(storage, keys));

    server.objects.delete('isa/registry.json');
    await publishNewestRegistry(storage, keys);
    expect(await readVerifiedRegistry(storage, keys)).toEqual(history[0]?.registry);
  });

  it.each([0, 1])(
    'continues the newest history when a listing has only its first %i entries',
    async (listed) => {
      const store = await testStore();
      const storage = bucketStorage('s3://releases/isa', server.environment);
      const { keys, packed } = store;
      const versions = { shell: ['1.0.0'], shop: ['1.0.0', '1.1.0', '1.2.0', '1.3.0'] };
      for (const [app, version] of Object.entries(versions).flatMap(([app, all]) =>
        all.map((version) => [app, version] as const),
      )) {
        await store.pack({ app, version });
        await publish({ app, version, from: packed, storage, keys });
      }
      const author = { storage, keys, who: 'ada' };
      if (listed === 0) server.fail('old listings');
      await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, author);
      if (listed === 1) server.fail('old listings');
      for (const shop of ['1.1.0', '1.2.0']) await promoteTogether({ shop }, author);

      // Without it, the history is listed.
      server.objects.delete('isa/registry.json');
      await promoteTogether({ shop: '1.3.0' }, author);
      server.objects.set('isa/registry.json', {
        bytes: bytes('nobody has signed this'),
        headers: {},
        modified: new Date().toUTCString(),
      });
      await publishNewestRegistry(storage, keys, { force: true });
      const published = JSON.parse(String(server.objects.get('isa/registry.json')?.bytes)) as unknown;
      expect(published).toMatchObject({ registry: { revision: 4 } });
      expect((await readHistory(storage, keys)).map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
    },
  );
});
