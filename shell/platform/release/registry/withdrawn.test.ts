import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { abortCanary, promoteRelease, promoteTogether, rollbackApp } from './changes';

// Gates have their own tests.
jest.mock('../checks/check-unprivileged', () =>
  jest.requireActual<object>('../../../tooling/testing/release/checks-in-process'),
);
jest.mock('../checks/browser-start', () => ({ startInBrowser: async () => ({}) }));
jest.mock('../../../packages/kit/pack/declarations', () => ({
  checkTypes: async () => [],
}));

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  await store.release({ app: 'shell', version: '1.0.0' });
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await store.release({ app: 'shop', version });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'ada' });
});

/** Promotes as a pipeline does. */
const promote = (version: string, more: { readonly again?: boolean; readonly percent?: number } = {}) =>
  promoteRelease({ app: 'shop', version, percent: 5, ...store, who: 'a pipeline', ...more });
const forced = (version: string) =>
  promoteRelease({ app: 'shop', version, ...store, who: 'ada', force: true, why: 'a test' });

describe('a release that was aborted', () => {
  beforeEach(async () => {
    await promote('1.1.0');
    await abortCanary({ app: 'shop', ...store, who: 'grace', why: 'slow on phones.' });
  });

  it('is not promoted by a pipeline, which says who aborted it and why', async () => {
    await expect(promote('1.1.0')).rejects.toThrow(
      /^shop@1\.1\.0 is not promoted: grace aborted it at \d{4}-\d\d-\d\d \d\d:\d\d UTC, because: slow on phones\. To bring it back by hand, add --again, or --force with a --reason\.$/,
    );
  });

  it('does not stop the next release of its app', async () => {
    expect((await promote('1.2.0')).changed).toBe(true);
    await expect(promote('1.1.0')).rejects.toThrow('grace aborted it');
  });

  it('is promoted by hand, and by pipelines from then on', async () => {
    expect((await promote('1.1.0', { again: true })).changed).toBe(true);
    expect((await promote('1.1.0', { percent: 10 })).changed).toBe(true);
  });
});

it('a release that was rolled back comes back by hand only', async () => {
  await forced('1.1.0');
  await rollbackApp({ app: 'shop', ...store, who: 'grace', why: 'prices are missing' });
  await expect(promote('1.1.0')).rejects.toThrow('grace rolled it back');
  await forced('1.1.0');
  await promoteTogether({ shop: '1.0.0' }, { ...store, who: 'ada' });
  expect((await promote('1.1.0')).changed).toBe(true);
});

it('a release that is withdrawn while its gates run is not promoted', async () => {
  await promote('1.1.0');
  const storage = {
    ...store.storage,
    // The gates list its files, and the canary is aborted meanwhile.
    list: async (prefix: string) => {
      await abortCanary({ app: 'shop', ifCanary: '1.1.0', ...store, who: 'grace', why: 'errors' });
      return store.storage.list(prefix);
    },
  };
  await expect(
    promoteRelease({ app: 'shop', version: '1.1.0', percent: 10, ...store, storage, who: 'a pipeline' }),
  ).rejects.toThrow('grace aborted it');
});
