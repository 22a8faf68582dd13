import { createServer } from 'node:http';
import { serve } from '../../../../api/testing/test-server';
import { minimalRemote, MINIMAL_SHELL } from '../../../tooling/testing/release/minimal-builds';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { requirePublished } from '../../store/require-published';
import { rendering } from './rendering';

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
  const shell = await released('shell', '1.0.0', liveShell, ['/login']);
  const learning = await released('learning', '1.0.0', minimalRemote('lessons', 'learning'));
  const paths = app === 'shell' ? ['/login', '/reset/:token'] : undefined;
  const candidate = await released(app, '2.0.0', code, paths);
  const surroundings = {
    storage: store.storage,
    remotes: [learning],
    coexisting: [learning],
    replaced: [],
    readReplaced: async () => undefined,
    registry: undefined,
    peerReleases: {},
  };
  return rendering(candidate, { ...surroundings, shells: app === 'shell' ? [] : [shell] });
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
  expect(summary).toEqual([
    `${app === 'shell' ? 4 : 2} routes are rendered`,
    app === 'shell'
      ? '2 pages are rendered; all links of shell lead to pages'
      : '1 page is rendered; all links of shop lead to pages',
    'not started in Chromium: CHROMIUM_PATH is empty',
  ]);
});

test.each([
  ['whose code throws', 'shop', `throw new Error('badly written')`, 'shop@2.0.0 failed: badly written'],
  ['without the routes that it declares', 'shop', `exports.default = { name: 'shop' }`, 'remote.text is not'],
  ['that needs files', 'shop', `require('node:fs')`, 'requires "node:fs"'],
  ['that breaks a page of a live remote', 'shell', THROWING_PAGE, 'learning@1.0.0 failed: no lessons'],
])('a release %s fails', async (_kind, app, code, problem) => {
  expect((await check(app, code)).problems).toEqual([expect.stringContaining(problem)]);
});

describe('links', () => {
  const linking = (to: string) => minimalRemote(`<main><a class="x" href="${to}">Go</a></main>`);

  it.each([
    ['that no app serves', '/vouchers?from=shop'],
    ['below one that is served', '/learning/7/notes'],
  ])('to an address %s fail, with the page and the address', async (_name, to) => {
    expect((await check('shop', linking(to))).problems).toEqual([
      `/shop of shop links to ${to}, which no app serves`,
    ]);
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

test('routes are rendered without their pages when there is no API', async () => {
  process.env.SITE_ORIGIN = 'http://127.0.0.1:9';
  const { problems, summary } = await check('shell', THROWING_PAGE);
  expect([problems, summary[1]]).toEqual([
    [],
    expect.stringContaining('no API responds at http://127.0.0.1:9'),
  ]);
});
