import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { stepsToPromote } from './next-steps';
import { promoteRelease, promoteTogether } from './registry/changes';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  for (const version of ['1.0.0', '1.1.0']) await store.release({ app: 'shell', version, paths: ['/login'] });
  for (const version of ['1.0.0', '1.1.0']) await store.release({ app: 'shop', version });
  await store.release({ app: 'learning', version: '1.0.0' });
});

const openSite = () => promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'a test' });

it.each([
  ['the first release of the shell', false, 'shell', '1.0.0', '', ' --force --reason "the first release"'],
  ['a release of the shell', true, 'shell', '1.1.0', ' --journeys', ''],
  ['a release of a live app', true, 'shop', '1.1.0', '', ' --percent 5'],
  ['the first release of an app', true, 'learning', '1.0.0', '', ' --percent 5'],
])(
  'the suggested promotion is possible after the publish of %s',
  async (_name, isOpen, app, version, checks, options) => {
    if (isOpen) await openSite();
    const { check, promote } = await stepsToPromote(app, version, store.storage, store.keys);
    const inStore = `STORE_FOLDER=${store.storage.address} `;
    expect(check).toBe(`${inStore}npm run release -- check ${app}@${version}${checks}`);
    expect(promote).toBe(`${inStore}npm run release -- promote ${app}@${version}${options}`);
    const percent = Number(/--percent (\d+)/.exec(promote)?.[1] ?? 100);
    const forced = { ...store, force: true, why: 'what the checks say is another matter', who: 'a test' };
    await expect(promoteRelease({ app, version, percent, ...forced })).resolves.toBeDefined();
  },
);

it('suggests all checks where the registry cannot be verified', async () => {
  await openSite();
  const keys = { ...store.keys, trust: async () => ({}) };
  const { check } = await stepsToPromote('shop', '1.1.0', store.storage, keys);
  expect(check).toMatch(/--journeys$/);
});
