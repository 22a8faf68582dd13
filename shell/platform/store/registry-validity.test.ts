import { promoteTogether } from '../release/registry/changes';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { testKeys } from '../../tooling/testing/release/test-store';
import { createKeyPair } from './keys/signature';
import { readVerifiedRegistry } from './registry-history';
import { readValidity, renewValidity, requireValid } from './registry-validity';

const DAY_MS = 24 * 60 * 60 * 1_000;
const FILE = 'registry-until.json';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  await store.release({ app: 'shell', version: '1.0.0' });
  await promoteTogether({ shell: '1.0.0' }, { ...store, who: 'ada' });
});

/** Reads the registry as a site builder does. */
async function verify(): Promise<void> {
  const validity = await readValidity(store.storage, store.keys);
  const { registry } = await readVerifiedRegistry(store.storage, store.keys);
  requireValid(registry.revision, validity);
}
const setClock = (time: number) => jest.spyOn(Date, 'now').mockReturnValue(time);
const put = async (bytes: Buffer) =>
  store.storage.replace(FILE, bytes, (await store.storage.read(FILE))?.tag);

it('a promotion makes a registry valid for a week, even if clocks differ by minutes', async () => {
  const now = Date.now();
  for (const difference of [0, 7 * DAY_MS + 5 * 60_000, -5 * 60_000]) {
    setClock(now + difference);
    await verify();
  }
  setClock(now + 7 * DAY_MS + 15 * 60_000);
  await expect(verify()).rejects.toThrow(/^The registry is refused: it was valid until .*release -- repair/);
});

it('a renewal a day keeps it valid, with the same revision', async () => {
  const before = await store.storage.read('registry.json');
  const start = Date.now();
  for (const day of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const now = start + day * DAY_MS + 60_000;
    setClock(now);
    await renewValidity(1, store.storage, store.keys);
    setClock(now + 6.5 * DAY_MS);
    await verify();
  }
  expect((await store.storage.read('registry.json'))?.bytes).toEqual(before?.bytes);
});

it('is not written again within a day', async () => {
  const before = (await store.storage.read(FILE))?.tag;
  setClock(Date.now() + DAY_MS / 2);
  await renewValidity(1, store.storage, store.keys);
  expect((await store.storage.read(FILE))?.tag).toBe(before);
});

it('refuses an older registry than the one that was confirmed', async () => {
  const old = await store.storage.read('registry.json');
  await store.release({ app: 'shell', version: '1.1.0' });
  await promoteTogether({ shell: '1.1.0' }, { ...store, who: 'ada' });
  await verify();
  await store.storage.remove('history/00000002.json');
  const shown = await store.storage.read('registry.json');
  await store.storage.replace('registry.json', old?.bytes ?? Buffer.of(), shown?.tag);
  await expect(verify()).rejects.toThrow('it has revision 1, and the operators have signed revision 2');
});

it.each<readonly [string, () => Promise<unknown>]>([
  ['is missing', () => store.storage.remove(FILE)],
  ['is not JSON', () => put(Buffer.from('{'))],
  [
    'is signed by somebody else',
    async () => {
      await store.storage.remove(FILE);
      await renewValidity(1, store.storage, testKeys());
    },
  ],
  [
    'was prolonged after it was signed',
    async () => {
      const text = String((await store.storage.read(FILE))?.bytes);
      return put(Buffer.from(text.replace(/"until":"\d{4}/, '"until":"2999')));
    },
  ],
  [
    'names a trusted key that has not signed it',
    async () => {
      const trusted = (await store.keys.trust()).registry?.[0]?.id ?? '';
      const { privateKey } = createKeyPair();
      await store.storage.remove(FILE);
      await renewValidity(1, store.storage, { ...store.keys, privateKey: async () => privateKey });
      const text = String((await store.storage.read(FILE))?.bytes);
      return put(Buffer.from(text.replace(/"key":"[\da-f]+"/, `"key":"${trusted}"`)));
    },
  ],
])('refuses a registry whose confirmation %s', async (_what, change) => {
  await change();
  await expect(verify()).rejects.toThrow('nothing says until when it is valid');
});
