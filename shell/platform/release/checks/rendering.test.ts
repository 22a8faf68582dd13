import { createServer } from 'node:http';
import { serve } from '../../../../api/testing/test-server';
import { minimalRemote, MINIMAL_SHELL } from '../../../tooling/testing/release/minimal-builds';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { requirePublished } from '../../store/releases';
import { readVerifiedRegistry } from '../../store/registry-history';
import { promoteTogether } from '../registry/changes';
import { rendering } from './rendering';
import { readGateContext } from './gate-context';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  const api = createServer((request, response) => {
    response.writeHead(request.url === '/api/health/ready' ? 200 : 404).end('{}');
  });
  process.env.SITE_ORIGIN = (await serve(api)).origin;
});
afterEach(() => void delete process.env.SITE_ORIGIN);

async function released(app: string, version: string, code: string, paths = [`/${app}`, `/${app}/:id`]) {
  await store.release({ app, version, paths, files: { 'node/server.cjs': code } });
  return requirePublished(app, version, store);
}

/** Checks a candidate alongside a shell and a remote that work. */
async function check(app: string, code: string, liveShell = MINIMAL_SHELL) {
  await released('shell', '1.0.0', liveShell, ['/login']);
  await released('learning', '1.0.0', minimalRemote('lessons', 'learning'));
  const { storage, keys } = store;
  await promoteTogether({ shell: '1.0.0', learning: '1.0.0' }, { storage, keys, who: 'a test' });
  const paths = app === 'shell' ? ['/login', '/reset/:token'] : undefined;
  const candidate = await released(app, '2.0.0', code, paths);
  const { registry } = await readVerifiedRegistry(storage, keys);
  return rendering(candidate, await readGateContext(app, registry, { storage, keys }));
}

/** Replaces the page by one that throws, within a frame that does not. */
const THROWING_PAGE = MINIMAL_SHELL.replace(
  "return render('page', address)",
  "if (address === '/learning') throw new Error('no lessons'); return render('page', address)",
);

test.each([
  ['remote', 'shop', minimalRemote('the shop')],
  ['shell', 'shell', MINIMAL_SHELL],
])('a %s that can be rendered passes', async (_kind, app, code) => {
  const { problems, summary } = await check(app, code);
  expect(problems).toEqual([]);
  expect(summary).toBe(`${app === 'shell' ? 5 : 6} pages are rendered; all links of ${app} lead to pages`);
});

test.each([
  ['whose code throws', 'shop', `throw new Error('badly written')`, 'shop@2.0.0 failed: badly written'],
  ['without the routes that it declares', 'shop', `exports.default = { name: 'shop' }`, 'remote.text is not'],
  ['that needs files', 'shop', `require('node:fs')`, 'requires "node:fs"'],
  [
    'that breaks a page of a live remote',
    'shell',
    THROWING_PAGE,
    '/learning of learning@1.0.0 cannot be rendered',
  ],
])('a release %s fails', async (_kind, app, code, problem) => {
  expect((await check(app, code)).problems).toEqual([expect.stringContaining(problem)]);
});

describe('links', () => {
  const linking = (to: string) => minimalRemote(`<main><a class="x" href="${to}">Go</a></main>`);

  it.each([
    ['that no app serves', '/vouchers?from=shop'],
    ['below one that is served', '/learning/7/notes'],
  ])('to an address %s fail, with the page and the address', async (_name, to) => {
    const { problems } = await check('shop', linking(to));
    expect(problems).toContain(`/shop of shop links to ${to}, which no app serves`);
  });

  it.each([
    '/shop/3#top',
    '/learning/7',
    '/login?next=%2Fshop',
    '/api/media/1.mp4',
    '//example.org/vouchers',
  ])('to %s pass', async (to) => {
    expect((await check('shop', linking(to))).problems).toEqual([]);
  });

  it('of a header that no app serves fail for the shell, and for no remote', async () => {
    const code = MINIMAL_SHELL.replace("'<h1>'", `'<a href="/vouchers">Vouchers</a><h1>'`);
    expect((await check('shell', code)).problems).toEqual([
      'header or footer links to /vouchers, which no app serves',
    ]);
    expect((await check('shop', minimalRemote('the shop'), code)).problems).toEqual([]);
  });
});

test('no release is rendered, and none passes, when there is no API', async () => {
  process.env.SITE_ORIGIN = 'http://127.0.0.1:9';
  const { notRun } = await check('shop', minimalRemote('the shop'));
  expect(notRun).toMatch(/^no API responds at http:\/\/127\.0\.0\.1:9; .*SITE_ORIGIN/);
});

test('no release is rendered with the data of a site that is not named', async () => {
  const { PORT } = process.env;
  for (const name of ['SITE_ORIGIN', 'PORT']) delete process.env[name];
  const { notRun } = await check('shop', minimalRemote('the shop'));
  process.env.PORT = PORT ?? '';
  expect(notRun).toMatch(/^no site is named; set SITE_ORIGIN/);
});
