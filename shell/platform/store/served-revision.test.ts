import { createServer } from 'node:http';
import { serve } from '../../../api/testing/test-server';
import { promoteTogether } from '../release/registry/changes';
import { testStore } from '../../tooling/testing/release/jest-store';
import { servedRevisionReader } from './served-revision';

it('reads the revision of a site of this store, and not that of another academy', async () => {
  const [own, other] = [await testStore(), await testStore()];
  for (const store of [own, other]) {
    await store.release({ app: 'shell', version: '1.0.0' });
    await promoteTogether({ shell: '1.0.0' }, { storage: store.storage, keys: store.keys, who: 'ada' });
  }
  const served = await other.storage.read('registry.json');
  const site = createServer((_request, response) => response.end(served?.bytes));
  const { origin } = await serve(site);
  expect(await servedRevisionReader(origin, other.keys)()).toBe(1);
  expect(await servedRevisionReader(origin, own.keys)()).toBeUndefined();
});
