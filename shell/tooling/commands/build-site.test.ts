import { createServer } from 'node:http';
import { serve } from '../../../api/testing/test-server';
import { promoteTogether } from '../../platform/release/registry/changes';
import { retireRemote } from '../../platform/release/registry/retire';
import { readVerifiedRegistry } from '../../platform/store/registry-history';
import { testStore } from '../testing/release/jest-store';

jest.mock('../../platform/release/publish/pack', () => ({ versionOf: async () => ({ version: '1.0.0' }) }));
jest.mock('../../packages/node/folders', () => ({
  ...jest.requireActual<object>('../../packages/node/folders'),
  appNames: () => ['shell', 'shop', 'learning'],
  get dataFolder() {
    return process.env.DATA_FOLDER ?? '/nowhere';
  },
}));

test('a start makes the apps of the sources live, but no remote that was retired', async () => {
  const store = await testStore();
  process.env.DATA_FOLDER = store.folder;
  process.env.API_ORIGIN = (await serve(createServer((_request, response) => response.end('{}')))).origin;
  try {
    await store.saveKeys();
    for (const app of ['shell', 'shop', 'learning']) await store.release({ app, version: '1.0.0' });
    await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'ada' });
    const readPages = async () => new Map<string, string>();
    await retireRemote({ app: 'shop', ...store, who: 'ada', why: 'sold out', readPages });

    const log: string[] = [];
    // The module is loaded anew, because it reads the folder from the environment.
    await jest.isolateModulesAsync(async () => {
      await (await import('./build-site')).buildSite((line) => log.push(line));
    });
    const { remotes } = (await readVerifiedRegistry(store.storage, store.keys)).registry;
    expect(remotes.map(({ name }) => name)).toEqual(['learning']);
    expect(log).toEqual([expect.stringMatching(/^shop stays retired\./)]);
  } finally {
    delete process.env.DATA_FOLDER;
    delete process.env.API_ORIGIN;
  }
});
