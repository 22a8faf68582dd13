import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type SignedRegistry, type PublicKey } from '../../formats/registry';
import { type Keys, REGISTRY_OWNER } from '../../store/keys/local-keys';
import { createKeyPair, signText } from '../../store/keys/signature';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { KILLED_STEPS } from '../../../tooling/testing/release/killed-steps';
import { testKeys } from '../../../tooling/testing/release/test-store';
import { describeChange } from '../../formats/history';
import { liveVersion } from './change-registry';
import { abortCanary, promoteRelease, promoteTogether, rollbackApp } from './changes';
import { retireRemote } from './retire';
import { publishNewestRegistry, readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { status } from '../../store/registry-status';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
});

/** Options that skip the gates, which are tested separately. */
const forced = () => ({ ...store, force: true, why: 'a test', who: 'ada' });

/** Promotes a shell and a shop 1.0.0, and publishes more versions of the shop. */
async function openShop(...versions: readonly string[]): Promise<void> {
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
  for (const version of ['1.0.0', ...versions]) await store.release({ app: 'shop', version });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'ada' });
}

const promoteShop = (version: string, change: Partial<Parameters<typeof promoteRelease>[0]> = {}) =>
  promoteRelease({ app: 'shop', version, ...forced(), ...change });

async function shop() {
  const { apps } = await status(store.storage, store.keys);
  const found = apps.find(({ app }) => app === 'shop');
  return { live: found?.live, previous: found?.previous, canary: found?.canary };
}

describe('a faulty promotion', () => {
  it('is rejected when the release is not in the store', async () => {
    await openShop();
    await expect(promoteShop('9.0.0')).rejects.toThrow('shop@9.0.0 is not in the store');
  });

  it('is rejected when another team has signed it', async () => {
    await openShop('1.1.0');
    const trust = await store.keys.trust();
    const keys = { ...store.keys, trust: async () => ({ ...trust, shop: trust.learning ?? [] }) };
    await expect(promoteShop('1.1.0', { keys })).rejects.toThrow('not signed by a trusted key of shop');
  });

  it('is rejected when this machine signs the registry with a key that was revoked', async () => {
    await openShop('1.1.0');
    const before = await readHistory(store.storage, store.keys);
    const { privateKey } = createKeyPair();
    const keys = { ...store.keys, privateKey: async () => privateKey };
    await expect(promoteShop('1.1.0', { keys })).rejects.toThrow(/private key of registry .* is not trusted/);
    expect(await readHistory(store.storage, store.keys)).toEqual(before);
  });

  it('is rejected when its release.json was altered after signing', async () => {
    await openShop('1.1.0');
    const file = path.join(store.folder, 'store/shop/1.1.0/release.json');
    const stored = await store.storage.read('shop/1.1.0/release.json');
    await writeFile(
      file,
      String(stored?.bytes).replace('"routes":[{"path":"/shop"', '"routes":[{"path":"/login"'),
    );
    await expect(promoteShop('1.1.0')).rejects.toThrow('not signed');
  });

  it('is rejected when another remote claims one of its addresses, even if forced', async () => {
    await openShop();
    await store.release({ app: 'learning', version: '1.0.0', paths: ['/:anything'] });
    await expect(promoteRelease({ app: 'learning', version: '1.0.0', ...forced() })).rejects.toThrow(
      '/:anything of learning@1.0.0 and /shop of shop@1.0.0 claim the same addresses',
    );
  });

  it('is rejected when the registry has another revision than expected', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteShop('1.1.0');
    await expect(promoteShop('1.2.0', { ifRevision: 1 })).rejects.toThrow('is at revision 2');
  });

  it.each([-1, 101, Number.NaN])('is rejected for %p %% of the visitors', async (percent) => {
    await openShop('1.1.0');
    await expect(promoteShop('1.1.0', { percent })).rejects.toThrow('must be 0 (staff only) to 100%');
  });

  it('is rejected when it is a shell for some of the visitors', async () => {
    await openShop();
    await store.release({ app: 'shell', version: '1.1.0', paths: ['/login'] });
    await expect(promoteRelease({ app: 'shell', version: '1.1.0', percent: 5, ...forced() })).rejects.toThrow(
      'The shell has no canary',
    );
  });

  it('is rejected when another version is the canary', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteShop('1.1.0', { percent: 5 });
    await expect(promoteShop('1.2.0', { percent: 5 })).rejects.toThrow('shop@1.1.0 is the canary already');
  });
});

describe('a canary for staff only', () => {
  const isCanary = (percent: number, version = '1.2.0') => ({
    live: '1.1.0',
    previous: '1.0.0',
    canary: { version, percent },
  });
  const isLive = (live: string, previous?: string) => ({ live, previous, canary: undefined });
  const abort = () => abortCanary({ app: 'shop', ...forced() });
  const rollBack = () => rollbackApp({ app: 'shop', ...forced() });
  const promote = (version: string, percent: number) => promoteShop(version, { percent });

  beforeEach(async () => {
    await openShop('1.1.0', '1.2.0', '1.3.0');
    await promoteShop('1.1.0');
    await promote('1.2.0', 0);
  });

  it('leaves the live and the previous release to visitors, and the history says who gets it', async () => {
    expect(await shop()).toEqual(isCanary(0));
    const [entry] = await readHistory(store.storage, store.keys, 1);
    expect(entry?.changes.map(describeChange)).toEqual([
      expect.stringContaining('shop@1.2.0 is the canary, for staff only; 1.1.0 stays live for the rest'),
    ]);
  });

  it.each([
    ['may be given to some visitors', () => promote('1.2.0', 10), isCanary(10)],
    ['may be given to all visitors', () => promote('1.2.0', 100), isLive('1.2.0', '1.1.0')],
    ['may be aborted', abort, isLive('1.1.0', '1.0.0')],
    ['ends with a rollback', rollBack, isLive('1.0.0')],
    ['ends when another release becomes live', () => promote('1.3.0', 100), isLive('1.3.0', '1.1.0')],
  ])('%s', async (_, change, after) => {
    await change();
    expect(await shop()).toEqual(after);
  });

  it.each([
    ['replaced by another canary', () => promote('1.3.0', 0), 'shop@1.2.0 is the canary already'],
    ['replaced by a canary for visitors', () => promote('1.3.0', 5), 'shop@1.2.0 is the canary already'],
    ['the live release', () => promote('1.1.0', 0), 'shop@1.1.0 is live for all visitors already'],
  ])('is never %s', async (_, change, message) => {
    await expect(change()).rejects.toThrow(message);
    expect(await shop()).toEqual(isCanary(0));
  });

  it('takes a release from visitors and leaves it to staff', async () => {
    await promote('1.2.0', 10);
    await promote('1.2.0', 0);
    expect(await shop()).toEqual(isCanary(0));
  });

  it('comes back only by hand after an abort', async () => {
    await abort();
    const again = promoteShop('1.2.0', { percent: 0, again: false });
    await expect(again).rejects.toThrow('ada aborted it');
    expect(await shop()).toEqual(isLive('1.1.0', '1.0.0'));
  });
});

describe('the registry', () => {
  it('changes from canary to live and back, and ends the canary', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteShop('1.1.0', { percent: 5 });
    expect(await shop()).toEqual({
      live: '1.0.0',
      previous: undefined,
      canary: { version: '1.1.0', percent: 5 },
    });
    await promoteShop('1.1.0');
    expect(await shop()).toEqual({ live: '1.1.0', previous: '1.0.0', canary: undefined });
    await promoteShop('1.2.0', { percent: 50 });
    await rollbackApp({ app: 'shop', ...forced() });
    expect(await shop()).toEqual({ live: '1.0.0', previous: undefined, canary: undefined });
  });

  it('never uses a rolled back release as the previous one', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteShop('1.1.0');
    await promoteShop('1.2.0');
    await rollbackApp({ app: 'shop', ...forced() });
    expect(await shop()).toMatchObject({ live: '1.1.0', previous: '1.0.0' });
    await rollbackApp({ app: 'shop', ...forced() });
    expect(await shop()).toMatchObject({ live: '1.0.0', previous: undefined });
    await expect(rollbackApp({ app: 'shop', ...forced() })).rejects.toThrow('no previous release');
  });

  it('is rolled back without reading older entries than the one that it restores', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteShop('1.1.0');
    await promoteShop('1.2.0');
    const read = jest.fn(store.storage.read);
    await rollbackApp({ app: 'shop', ...forced(), storage: { ...store.storage, read } });
    expect(await shop()).toMatchObject({ live: '1.1.0', previous: '1.0.0' });
    const names = read.mock.calls.map(([name]) => name);
    expect(names).toContain('history/00000002.json');
    expect(names).not.toContain('history/00000001.json');
  });

  it('leaves the live release when a canary is aborted, and records author and reason', async () => {
    await openShop('1.1.0');
    await promoteShop('1.1.0', { percent: 5 });
    await expect(abortCanary({ app: 'shop', ifCanary: '1.2.0', ...forced() })).rejects.toThrow(
      'is 1.1.0, and no longer 1.2.0',
    );
    await abortCanary({ app: 'shop', ...store, who: 'watcher', why: 'slower' });
    expect(await shop()).toMatchObject({ live: '1.0.0', canary: undefined });
    const [entry] = await readHistory(store.storage, store.keys);
    expect(entry).toMatchObject({
      revision: 3,
      who: 'watcher',
      why: 'slower',
      changes: [{ what: 'abort', app: 'shop', version: '1.0.0', instead: '1.1.0' }],
    });
    await expect(abortCanary({ app: 'shop', ...forced() })).rejects.toThrow('shop has no canary');
  });

  it('has a new remote as a canary without menu entries, until it is live for all visitors', async () => {
    await openShop();
    const menu = [{ menu: 'main', label: 'Lessons', path: '/learning', order: 1 } as const];
    await store.release({ app: 'learning', version: '1.0.0', menu });
    const first = { app: 'learning', version: '1.0.0', ...forced() };
    const remote = async () => {
      const { registry } = await readVerifiedRegistry(store.storage, store.keys);
      return registry.remotes.find(({ name }) => name === 'learning');
    };
    await promoteRelease({ ...first, percent: 5 });
    expect(await remote()).toMatchObject({ canary: { percent: 5, release: { menu: [] } } });
    expect((await remote())?.live).toBeUndefined();
    expect((await status(store.storage, store.keys)).apps).toContainEqual(
      expect.objectContaining({ app: 'learning', canary: { version: '1.0.0', percent: 5 } }),
    );
    await expect(retireRemote({ ...first, readPages: async () => new Map() })).rejects.toThrow(
      'Abort its canary',
    );
    const { changes } = await abortCanary({ app: 'learning', ...forced() });
    expect(changes.map(describeChange)).toEqual([
      'the canary learning@1.0.0 has ended; no visitor gets a page of learning',
    ]);
    expect(await remote()).toBeUndefined();
    await promoteRelease({ ...first, percent: 5 });
    await promoteRelease({ ...first, percent: 50 });
    expect((await remote())?.canary).toMatchObject({ percent: 50, release: { menu: [] } });
    await promoteRelease(first);
    expect(await remote()).toMatchObject({ live: { version: '1.0.0', menu } });
    expect((await remote())?.canary).toBeUndefined();
  });

  it('does not change when it has the wanted content already, and in a dry run', async () => {
    await openShop('1.1.0');
    const again = await promoteShop('1.0.0');
    const tried = await promoteShop('1.1.0', { dryRun: true });
    expect([again.changed, tried.changed]).toEqual([false, false]);
    expect((await readVerifiedRegistry(store.storage, store.keys)).registry.revision).toBe(1);
  });
});

describe('an invalid registry', () => {
  const registryFile = () => path.join(store.folder, 'store/registry.json');
  const stored = async (): Promise<SignedRegistry> =>
    JSON.parse(String((await store.storage.read('registry.json'))?.bytes)) as SignedRegistry;

  it.each([
    ['unsigned', ({ registry }: SignedRegistry) => ({ registry })],
    [
      'with another revision',
      (signed: SignedRegistry) => ({ ...signed, registry: { ...signed.registry, revision: 9 } }),
    ],
    ['signed with an unknown key', (signed: SignedRegistry) => ({ ...signed, key: '0123456789abcdef' })],
    ['not a registry', () => 'nonsense'],
  ])('is rejected when reading and promoting: %s', async (_name, alter) => {
    await openShop('1.1.0');
    await writeFile(registryFile(), JSON.stringify(alter(await stored())));
    await expect(readVerifiedRegistry(store.storage, store.keys)).rejects.toThrow('is refused');
    await expect(promoteShop('1.1.0')).rejects.toThrow('is refused');
    await publishNewestRegistry(store.storage, store.keys, { force: true });
    expect((await readVerifiedRegistry(store.storage, store.keys)).registry.revision).toBe(1);
  });

  it('is rejected when another site’s operators have signed it', async () => {
    await openShop();
    await expect(readVerifiedRegistry(store.storage, testKeys())).rejects.toThrow('is refused');
  });

  it('is rejected when it contains a remote twice, although it is signed', async () => {
    await openShop();
    const { registry } = await stored();
    const twice = { ...registry, remotes: [...registry.remotes, ...registry.remotes] };
    const signature = signText(JSON.stringify(twice), await store.keys.privateKey(REGISTRY_OWNER));
    await writeFile(registryFile(), JSON.stringify({ registry: twice, ...signature }));
    await expect(readVerifiedRegistry(store.storage, store.keys)).rejects.toThrow('is refused');
  });

  it('is noticed when an entry of the history was altered or removed', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteShop('1.1.0');
    await promoteShop('1.2.0');
    const second = 'history/00000002.json';
    const bytes = (await store.storage.read(second))?.bytes ?? Buffer.of();
    await writeFile(path.join(store.folder, 'store', second), String(bytes).replace('a test', 'no test'));
    await expect(readHistory(store.storage, store.keys)).rejects.toThrow(
      'is not an entry signed by a trusted key of the operators',
    );
    await store.storage.remove(second);
    await expect(readHistory(store.storage, store.keys)).rejects.toThrow('was altered before its revision 3');
  });
});

describe('a revoked key of the operators', () => {
  const other = createKeyPair();
  const trusting = (...keys: readonly PublicKey[]): Keys => ({
    ...store.keys,
    trust: async () => ({
      ...(await store.keys.trust()),
      [REGISTRY_OWNER]: keys.map((key) => ({ ...key, since: '2026-11-01T00:00:00Z' })),
    }),
    privateKey: async (owner) => (owner === REGISTRY_OWNER ? other.privateKey : store.keys.privateKey(owner)),
  });

  it('leaves the history readable and rollback possible, once another key has signed the registry', async () => {
    await openShop('1.1.0', '1.2.0');
    await promoteShop('1.1.0');
    const [old] = (await store.keys.trust())[REGISTRY_OWNER] ?? [];
    if (!old) throw new Error('The test has no key of the operators.');
    await promoteRelease({
      app: 'shop',
      version: '1.2.0',
      ...forced(),
      keys: trusting(old, other.publicKey),
    });

    const keys = trusting(other.publicKey);
    expect((await readHistory(store.storage, keys)).map(({ revision }) => revision)).toEqual([3, 2, 1]);
    await rollbackApp({ app: 'shop', ...forced(), keys });
    expect((await status(store.storage, keys)).apps.find(({ app }) => app === 'shop')?.live).toBe('1.1.0');
  });

  it('is no longer accepted for the registry in force or a later one', async () => {
    await openShop('1.1.0');
    await expect(readHistory(store.storage, trusting(other.publicKey))).rejects.toThrow('is refused');
    const [old] = (await store.keys.trust())[REGISTRY_OWNER] ?? [];
    if (!old) throw new Error('The test has no key of the operators.');
    const both = trusting(old, other.publicKey);
    await promoteShop('1.1.0', { keys: both });
    // The old key signs another entry after the one that the new key has signed.
    await promoteRelease({
      app: 'shop',
      version: '1.0.0',
      ...forced(),
      keys: { ...both, privateKey: store.keys.privateKey },
    });
    const keys = trusting(other.publicKey);
    await expect(readVerifiedRegistry(store.storage, keys)).rejects.toThrow('is refused');
  });
});

describe('concurrent promotions', () => {
  it('give one registry and a complete history after 20 promotions in 4 processes', async () => {
    const versions = Array.from({ length: 20 }, (_, index) => `1.1.${index}`);
    await openShop(...versions);
    const jobs = Array.from({ length: 4 }, (_, child) =>
      versions.filter((_version, index) => index % 4 === child).map((version) => ({ app: 'shop', version })),
    );
    const ended = await Promise.all(jobs.map((promote) => store.runInChild({ promote })));
    expect(ended).toEqual(jobs.map(() => ({ code: 0, signal: null, stderr: '' })));

    const history = (await readHistory(store.storage, store.keys)).toReversed();
    expect(history.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
    const changes = history.slice(1).flatMap(({ changes }) => changes);
    expect(changes.map(({ version }) => version).toSorted()).toEqual(versions.toSorted());
    // Each promotion replaced the version of the one before it.
    const lives = ['1.0.0', ...changes.map(({ version }) => version)];
    expect(changes.map(({ instead }) => instead)).toEqual(lives.slice(0, -1));

    const signed = await readVerifiedRegistry(store.storage, store.keys);
    expect(signed).toEqual(history.at(-1)?.registry);
    expect(signed).toEqual(await readStored());
    expect(liveVersion(signed.registry, 'shop')).toBe(lives.at(-1));
  });

  const readStored = async (): Promise<unknown> =>
    JSON.parse(String((await store.storage.read('registry.json'))?.bytes));
});

describe('a killed promotion', () => {
  it('has happened completely or not at all, and the next one succeeds', async () => {
    await openShop('1.1.0', '1.2.0');
    const seen: string[] = [];
    let died = 0;
    for (let change = 1; ; change += KILLED_STEPS) {
      const before = await readVerifiedRegistry(store.storage, store.keys);
      const next = liveVersion(before.registry, 'shop') === '1.1.0' ? '1.2.0' : '1.1.0';
      const { signal, code } = await store.runInChild({
        promote: [{ app: 'shop', version: next }],
        killBeforeChange: change,
      });
      const after = await readVerifiedRegistry(store.storage, store.keys);
      const history = await readHistory(store.storage, store.keys);
      // The history always ends with the registry in force.
      expect(history[0]?.registry).toEqual(after);
      expect([before.registry.revision, before.registry.revision + 1]).toContain(after.registry.revision);
      seen.push(liveVersion(after.registry, 'shop') === next ? 'new' : 'old');
      if (signal !== 'SIGKILL') {
        expect(code).toBe(0);
        break;
      }
      died += 1;
    }
    // Fewer kills would mean that not every step was interrupted.
    expect(died * KILLED_STEPS).toBeGreaterThan(20);
    expect(seen[0]).toBe('old');
    expect(seen).toContain('new');
  });
});
