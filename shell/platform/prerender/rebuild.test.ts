import { setTimeout as delay } from 'node:timers/promises';
import { promoteTogether } from '../release/registry/changes';
import { MINIMAL_SHELL } from '../../tooling/testing/release/minimal-builds';
import { testStore } from '../../tooling/testing/release/jest-store';
import { prerenderSite } from './prerender-site';
import { keepBuilding } from './rebuild';
import { siteFolderAt } from '../store/site-folder';

jest.mock('./prerender-site', () => ({
  ...jest.requireActual<object>('./prerender-site'),
  prerenderSite: jest.fn(),
}));
const build = jest.mocked(prerenderSite);

test('the first build is tried again until the API is back, and its failure is reported once', async () => {
  const store = await testStore();
  const files = { 'node/server.cjs': MINIMAL_SHELL };
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'], files });
  const { storage, keys } = store;
  await promoteTogether({ shell: '1.0.0' }, { storage, keys, who: 'a test' });
  // The checks are repeated for ever, so each begins when the test says so.
  const repeat = jest.spyOn(globalThis, 'setTimeout').mockImplementation();
  const lines: string[] = [];
  build.mockRejectedValue(new Error('The API is away.'));
  const built = keepBuilding({
    storage,
    keys,
    site: siteFolderAt(store.folder),
    siteFolder: store.folder,
    cdnOrigin: 'https://cdn.test',
    siteOrigin: 'https://academy.test',
    apiOrigin: 'http://127.0.0.1:9',
    log: (line) => lines.push(line),
  });
  const check = async (times: number) => {
    while (repeat.mock.calls.length < times) await delay(10);
    repeat.mock.lastCall?.[0]();
  };
  await check(1);
  await check(2);
  await check(3);
  expect(lines).toEqual([
    'The site could not be built; the current pages are still served. The API is away.',
  ]);
  build.mockResolvedValue({
    ...{ id: '00000001-a', revision: 1, pages: 2, rendered: 2, milliseconds: 1_000 },
    ...{ changed: true, stale: false, failedPages: [] },
  });
  await check(4);
  await built;
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^Built: /)]);
});
