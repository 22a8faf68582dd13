import { atEnd } from '../../../../api/testing/at-end';
import { openStore } from './test-store';

export type TestStore = Awaited<ReturnType<typeof testStore>>;

/** Opens a store, which is removed after the tests of the file. */
export async function testStore(options: Parameters<typeof openStore>[0] = {}) {
  const { remove, ...store } = await openStore(options);
  atEnd(remove);
  return store;
}
