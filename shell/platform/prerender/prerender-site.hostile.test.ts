import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promoteTogether } from '../release/registry/changes';
import { startBuildApi } from '../../tooling/testing/release/build-api';
import { minimalRemote, MINIMAL_SHELL } from '../../tooling/testing/release/minimal-builds';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { prerenderSite, type PrerenderOptions } from './prerender-site';

/** A shell whose pages are loaded by the code of the remote. */
const SHELL = MINIMAL_SHELL.replace(
  'async load(addresses) {',
  'async load(addresses) { const [remote] = remotes; if (remote?.load) return remote.load(addresses, apiOrigin);',
);

let store: TestStore;
let api: Awaited<ReturnType<typeof startBuildApi>>;
let options: PrerenderOptions;
let answer: object;

beforeEach(async () => {
  store = await testStore();
  answer = {};
  api = await startBuildApi(store, ({ url }, response) => {
    response.statusCode = url === '/api/broken' ? 503 : 200;
    response.end(url === '/api/text' ? 'no JSON' : JSON.stringify(answer));
  });
  ({ options } = api);
  await store.release({
    app: 'shell',
    version: '1.0.0',
    paths: ['/login'],
    files: { 'node/server.cjs': SHELL },
  });
  await release('shop', '1.0.0', minimalRemote('the shop'));
  await release('learning', '1.0.0', minimalRemote('lessons', 'learning'));
  await promote({ shell: '1.0.0', shop: '1.0.0', learning: '1.0.0' });
  await prerenderSite(options);
});

const release = (app: string, version: string, code: string) =>
  store.release({ app, version, paths: [`/${app}`], files: { 'node/server.cjs': code } });
const promote = (live: Readonly<Record<string, string>>) =>
  promoteTogether(live, { ...store, who: 'a test' });
const current = (file: string) => readFile(path.join(options.siteFolder, 'current', file), 'utf8');

const flood = `
  const print = Object.getPrototypeOf(process.stdout).write;
  const line = JSON.stringify({ fetch: 0, url: 'http://localhost/' }) + '\\n';
  for (let sent = 0; sent < 12000; sent++) print.call(process.stdout, line);
  for (;;);`;
it.each([
  ['requests what is no JSON, and fails', `await fetch(apiOrigin + '/api/text'); throw new Error('failed');`],
  [
    'requests what always fails, and fails',
    `await fetch(apiOrigin + '/api/broken'); throw new Error('failed');`,
  ],
  ['requests without reading', flood],
  ['redirects to another site', `return [{ address: '/shop', outcome: 'redirect', to: '//evil.example/' }];`],
  [
    'redirects by a backslash',
    String.raw`return [{ address: '/shop', outcome: 'redirect', to: '/\\evil.example' }];`,
  ],
  [
    'redirects by a tab',
    String.raw`return [{ address: '/shop', outcome: 'redirect', to: '/\t/evil.example' }];`,
  ],
])('a release is not promoted, and is named, when it %s', async (_kind, attack) => {
  const code = `${minimalRemote('hostile')} exports.default.load = async (addresses, apiOrigin) => { ${attack} };`;
  await release('shop', '2.0.0', code);
  const site = { ...options, renderTimeout: 3_000 };
  await expect(promoteTogether({ shop: '2.0.0' }, { ...store, who: 'a test', site })).rejects.toThrow(
    'shop@2.0.0 cannot be rendered',
  );
  expect(await current('shop.html')).toContain('the shop');

  await release('learning', '1.1.0', minimalRemote('new lessons', 'learning'));
  await promoteTogether({ learning: '1.1.0' }, { ...store, who: 'a test', site });
  expect(await current('learning.html')).toContain('new lessons');
});

it.each<readonly [string, (file: string) => unknown]>([
  ['is nested too deeply', (file) => writeFile(file, `{"release":${'['.repeat(1e6)}${']'.repeat(1e6)}}`)],
  ['is a pipe', (file) => execFileSync('mkfifo', [file])],
  ['is a folder', (file) => mkdir(file)],
  ['is a link to itself', (file) => symlink(file, file)],
  ['is larger than the memory', (file) => writeFile(file, '').then(() => truncate(file, 3 * 1024 ** 3))],
])('a remote keeps its pages when its release.json %s', async (_kind, replace) => {
  const file = path.join(store.storage.address, 'shop/1.0.0/release.json');
  await rm(file);
  await replace(file);
  answer = { changed: true };
  const { failedPages, changed } = await prerenderSite(options);
  expect([changed, failedPages]).toEqual([true, [expect.objectContaining({ page: '*', app: 'shop' })]]);
  expect(await current('shop.html')).toContain('the shop');
});

it('a version that was published again with other bytes is rendered again', async () => {
  for (const version of ['1.1.0', '1.2.0']) {
    await release('shop', version, minimalRemote(`the shop ${version}`));
    await promote({ shop: version });
    await prerenderSite(options);
  }
  for (const folder of [store.packed, store.storage]) {
    for (const name of await folder.list('shop/1.0.0/')) await folder.remove(name);
  }
  await release('shop', '1.0.0', minimalRemote('another shop'));
  await promote({ shop: '1.0.0' });
  await prerenderSite(options);
  expect(await current('shop.html')).toContain('another shop');
});

it('a release names no page in the place of a file of the site', async () => {
  const named = ['/learning.html/1/2', '/learning.html.br/1/2', '/registry.json/1/2', '/shop/1/2'];
  const code = `${minimalRemote('hostile')} exports.default.load = async (addresses) => addresses.map((address) => (
    { address, outcome: 'page', dataHash: 'x', hasData: true, addresses: ${JSON.stringify(named)} }));`;
  await store.release({
    app: 'shop',
    version: '2.0.0',
    paths: ['/shop', '/:a/:b/:c'],
    files: { 'node/server.cjs': code },
  });
  await promote({ shop: '2.0.0' });
  expect((await prerenderSite(options)).failedPages).toEqual([]);
  expect(await current('shop/1/2.html')).toContain('hostile');
  expect(await current('learning.html')).toContain('lessons');
});
