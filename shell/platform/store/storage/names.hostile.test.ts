import { startBucketServer } from '../../../tooling/testing/release/bucket-server';
import { bucketStorage } from './bucket';
import type { Storage } from './storage';
import { STORES } from './testing/stores';

const bytes = (text: string) => Buffer.from(text);

describe.each(STORES)('a store in a %s', (_kind, open) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await open();
  });

  it.each([
    'shop/0.0.1/../../registry.json',
    'shop/./a.js',
    '../a.js',
    'shop//a.js',
    '/a.js',
    'shop/',
    String.raw`shop\..\a.js`,
    'shop/\0.js',
    'shop/\r\n.js',
    `${'a/'.repeat(600)}a`,
    'a'.repeat(256),
    '',
  ])('refuses the name %j for every operation', async (name) => {
    const refused = 'is not a valid name';
    await expect(storage.read(name)).rejects.toThrow(refused);
    await expect(async () => storage.create(name, bytes('one'))).rejects.toThrow(refused);
    await expect(async () => storage.replace(name, bytes('one'), 'a tag')).rejects.toThrow(refused);
    await expect(storage.remove(name)).rejects.toThrow(refused);
    if (name && !name.endsWith('/')) {
      await expect(storage.list(`${name}/`)).rejects.toThrow(refused);
      await expect(storage.folders(`${name}/`)).rejects.toThrow(refused);
    }
  });
});

describe('a listing of a bucket', () => {
  let server: Awaited<ReturnType<typeof startBucketServer>>;
  let storage: Storage;
  beforeEach(async () => {
    server = await startBucketServer();
    storage = bucketStorage('s3://releases/isa', server.environment);
  });
  afterEach(() => server.close());
  const put = (key: string) =>
    server.objects.set(key, { bytes: bytes(key), headers: {}, modified: new Date(0).toUTCString() });

  it.each(['isa/shop/0.0.1/../../registry.json', 'isa/shop/0.0.1//a.js', 'isa/shop/0.0.1/\u0007'])(
    'is refused with the name %j',
    async (key) => {
      put(key);
      await expect(storage.list('shop/')).rejects.toThrow(
        `s3://releases/isa is refused: ${JSON.stringify(key)} is not a valid name below isa/shop`,
      );
    },
  );

  it('is refused with a folder that leads elsewhere', async () => {
    put('isa/shop/../a.js');
    await expect(storage.folders('shop/')).rejects.toThrow('is not a valid name below isa/shop');
  });

  it('leaves out the empty objects that stand for folders', async () => {
    put('isa/shop/');
    put('isa/shop/a.js');
    expect(await storage.list('shop/')).toEqual(['shop/a.js']);
  });
});
