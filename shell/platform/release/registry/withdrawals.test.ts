import type { Keys } from '../../store/keys/local-keys';
import { signText } from '../../store/keys/signature';
import { readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { testKeys } from '../../../tooling/testing/release/test-store';
import { promoteRelease, promoteTogether, rollbackApp } from './changes';
import { applyWithdrawal, isInService, requestWithdrawal } from './withdrawals';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  for (const version of ['1.0.0', '1.1.0']) await store.release({ app: 'shell', version });
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await store.release({ app: 'shop', version });
  await goLive({ shell: '1.0.0', shop: '1.0.0' });
});

const goLive = (releases: Readonly<Record<string, string>>) =>
  promoteTogether(releases, { ...store, who: 'ada' });
const startCanary = (version: string) =>
  promoteRelease({ app: 'shop', version, ...store, percent: 5, who: 'ada', force: true, why: 'a test' });
/** The keys of a machine that holds only the key of the shop's team. */
const team: Keys = {
  trust: async () => store.keys.trust(),
  privateKey: async (owner) => {
    if (owner === 'shop') return store.keys.privateKey(owner);
    throw new Error(`This machine has no key of ${owner}.`);
  },
};
const withdraw = (version: string, keys: Keys = team) =>
  requestWithdrawal({ app: 'shop', version, why: 'it loses baskets', storage: store.storage, keys });
const apply = (app = 'shop') => applyWithdrawal(app, { ...store, who: 'the watcher' });
const shop = async () => {
  const { registry } = await readVerifiedRegistry(store.storage, store.keys);
  const found = registry.remotes.find(({ name }) => name === 'shop');
  return { live: found?.live?.version, canary: found?.canary?.release.version };
};

test('a team ends its canary with its own key', async () => {
  await startCanary('1.1.0');
  expect(await withdraw('1.1.0')).toBe('canary');
  expect((await apply())?.changed).toBe(true);
  expect(await shop()).toEqual({ live: '1.0.0', canary: undefined });
  const [entry] = await readHistory(store.storage, store.keys, 1);
  expect(entry).toMatchObject({ who: 'the watcher', why: 'it loses baskets', changes: [{ what: 'abort' }] });
});

test('a team takes its live release back, and not the one before', async () => {
  await goLive({ shop: '1.1.0' });
  expect(await withdraw('1.1.0')).toBe('live');
  await apply();
  expect(await shop()).toEqual({ live: '1.0.0', canary: undefined });
  expect(await isInService({ app: 'shop', version: '1.1.0' }, store)).toBe(false);
  await withdraw('1.0.0');
  await expect(apply()).rejects.toThrow('it is live because of a rollback');
  expect(await shop()).toMatchObject({ live: '1.0.0' });
});

test('a request has no effect once the app has changed again, and none twice', async () => {
  await startCanary('1.1.0');
  await withdraw('1.1.0');
  await apply();
  await startCanary('1.1.0');
  expect(await apply()).toBeUndefined();
  expect(await shop()).toMatchObject({ canary: '1.1.0' });
  await goLive({ shell: '1.1.0' });
  await withdraw('1.1.0');
  await goLive({ shell: '1.0.0' });
  expect((await apply())?.changed).toBe(true);
});

test('two watchers carry a request out once', async () => {
  await startCanary('1.1.0');
  await withdraw('1.1.0');
  const results = await Promise.allSettled([apply(), apply()]);
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  const aborts = (await readHistory(store.storage, store.keys)).flatMap(({ changes }) =>
    changes.filter(({ what }) => what === 'abort'),
  );
  expect(aborts).toHaveLength(1);
});

describe('a request', () => {
  beforeEach(async () => void (await startCanary('1.1.0')));
  const write = async (withdrawal: object, owner: string) => {
    const signed = {
      withdrawal,
      ...signText(JSON.stringify(withdrawal), await store.keys.privateKey(owner)),
    };
    await store.storage.create('withdrawals/shop.json', Buffer.from(JSON.stringify(signed)));
  };
  const wanted = { app: 'shop', version: '1.1.0', revision: 9, why: 'a test' };
  afterEach(async () => expect(await shop()).toEqual({ live: '1.0.0', canary: '1.1.0' }));

  it('is refused when another team has signed it', async () => {
    await write(wanted, 'shell');
    await expect(apply()).rejects.toThrow('it is not signed with a trusted key of shop');
  });

  it('is refused when it is of another app', async () => {
    await write({ ...wanted, app: 'shell', version: '1.0.0' }, 'shop');
    await expect(apply()).rejects.toThrow('it is not a request to withdraw a release of shop');
  });

  it('is refused when it cannot be read', async () => {
    await store.storage.create('withdrawals/shop.json', Buffer.from('{"withdrawal":'));
    await expect(apply()).rejects.toThrow('is refused');
  });

  it('is refused with a key that nobody trusts, before it is written', async () => {
    const own = testKeys();
    const untrusted: Keys = { ...team, privateKey: (owner) => own.privateKey(owner) };
    await expect(withdraw('1.1.0', untrusted)).rejects.toThrow('is not trusted');
    expect(await store.storage.read('withdrawals/shop.json')).toBeUndefined();
  });

  it('is refused for a release that is not in service', async () => {
    await expect(withdraw('1.2.0')).rejects.toThrow('shop@1.2.0 is neither live nor a canary.');
  });
});

test('a canary can still be withdrawn after a rollback by the operators', async () => {
  await goLive({ shop: '1.1.0' });
  await rollbackApp({ app: 'shop', ...store, who: 'ada' });
  await startCanary('1.2.0');
  await withdraw('1.2.0');
  expect((await apply())?.changed).toBe(true);
});
