import path from 'node:path';
import { promoteTogether } from '../release/registry/changes';
import { createEdgeHandler } from '../server/edge/handler';
import { siteBucketAt } from '../store/site-bucket';
import { bucketStorage } from '../store/storage/bucket';
import { startBuildApi } from '../../tooling/testing/release/build-api';
import { startBucketServer } from '../../tooling/testing/release/bucket-server';
import { minimalRemote, MINIMAL_SHELL } from '../../tooling/testing/release/minimal-builds';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { prerenderSite, type PrerenderResult } from './prerender-site';

let store: TestStore;
let bucket: Awaited<ReturnType<typeof startBucketServer>>;
let api: Awaited<ReturnType<typeof startBuildApi>>;

beforeEach(async () => {
  store = await testStore();
  bucket = await startBucketServer('site/');
  api = await startBuildApi(store, (_request, response) => response.end('{"books":8}'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await bucket.close();
});

async function releaseShell(version: string): Promise<void> {
  const files = { 'node/server.cjs': MINIMAL_SHELL, [`libraries.${version}.js`]: `// libraries ${version}` };
  await store.release({ app: 'shell', version, files });
}

/** Builds as another machine does, with a cache of its own. */
const prerenderOn = (machine: string): Promise<PrerenderResult> =>
  prerenderSite({
    ...api.options,
    siteFolder: path.join(store.folder, machine),
    site: siteBucketAt(
      bucketStorage('s3://releases/site', bucket.environment),
      path.join(store.folder, machine),
    ),
  });

type Edge = ReturnType<typeof createEdgeHandler>;
const startEdge = (): Edge => createEdgeHandler({ bucket: bucket.url, headers: { usual: {}, checkout: {} } });
const get = (edge: Edge, address: string) => edge(new Request(`https://academy.test${address}`));

/** The site's own scripts that a page loads. */
async function scriptsOf(edge: Edge): Promise<readonly string[]> {
  const html = await (await get(edge, '/shop')).text();
  return [...html.matchAll(/<script [^>]*src="(\/[^"]*)"/g)].map(([, address = '']) => address);
}

it('several site builders make one change, and every server has the scripts of both site builds', async () => {
  await releaseShell('1.0.0');
  const files = { 'node/server.cjs': minimalRemote('the shop') };
  await store.release({ app: 'shop', version: '1.0.0', paths: ['/shop'], files });
  const promoter = { storage: store.storage, keys: store.keys, who: 'a test' };
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, promoter);
  expect((await get(startEdge(), '/shop')).status).toBe(503);
  await prerenderOn('one');
  const late = startEdge();
  const before = await scriptsOf(late);
  const readAt = Date.now();

  await releaseShell('2.0.0');
  await promoteTogether({ shell: '2.0.0' }, promoter);
  const built = await Promise.all(['one', 'two', 'three'].map(prerenderOn));
  expect(new Set(built.map(({ id }) => id)).size).toBe(1);
  const manifests = [...bucket.objects.keys()].filter((key) => key.startsWith('site/site-builds/'));
  expect(manifests).toHaveLength(2);
  expect(await prerenderOn('two')).toMatchObject({ changed: false, rendered: 0 });
  // The role needs no right to delete, and writes nowhere else.
  expect(bucket.requests.filter((request) => !/^(?:GET|PUT) site\//.test(request))).toEqual([]);

  const early = startEdge();
  const after = await scriptsOf(early);
  // The other server still serves the former site build.
  jest.spyOn(Date, 'now').mockReturnValue(readAt);
  expect(await scriptsOf(late)).toEqual(before);
  expect(before).toEqual(['/shell/libraries/libraries.1.0.0.js', '/shell/1.0.0/main.0123456789ab.js']);
  expect(after).toEqual(['/shell/libraries/libraries.2.0.0.js', '/shell/2.0.0/main.0123456789ab.js']);
  for (const edge of [early, late]) {
    const statuses = await Promise.all(
      [...before, ...after].map(async (address) => (await get(edge, address)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
  }

  // Without the pointer, the last site build is still served.
  bucket.objects.delete('site/current.json');
  jest.spyOn(Date, 'now').mockReturnValue(readAt + 60_000);
  expect((await get(early, '/shop')).status).toBe(200);
});
