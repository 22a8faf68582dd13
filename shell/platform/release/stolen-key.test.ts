import { type Release, RELEASE_FILE } from '../formats/release';
import { readLiveReleases } from '../prerender/live-releases';
import { type Keys, REGISTRY_OWNER } from '../store/keys/local-keys';
import { signText } from '../store/keys/signature';
import { readHistory, readVerifiedRegistry } from '../store/registry-history';
import { signRelease } from '../store/releases';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { CONTRACT, packTestRelease } from '../../tooling/testing/release/test-store';
import { checkRelease } from './checks/check';
import { publish } from './publish/publish';
import { promoteRelease, promoteTogether, rollbackApp } from './registry/changes';

// The type gate runs the compiler, and has its own tests.
// The minimal releases of tests show nothing in a browser.
jest.mock('./checks/browser-start', () => ({ startInBrowser: async () => ({}) }));
jest.mock('./checks/check-unprivileged', () =>
  jest.requireActual<object>('../../tooling/testing/release/checks-in-process'),
);
jest.mock('../../packages/kit/pack/declarations', () => ({
  checkTypes: async () => [],
}));

let store: TestStore;

async function readLive() {
  const signed = await readVerifiedRegistry(store.storage, store.keys);
  const live = await readLiveReleases(signed.registry, store, store.folder);
  for (const { error } of live.refused) throw error;
  return live;
}

beforeEach(async () => {
  store = await testStore();
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
  await store.release({ app: 'shop', version: '1.0.0', paths: ['/shop'] });
  await store.release({ app: 'learning', version: '1.0.0', paths: ['/lessons', '/lessons/:id'] });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0', learning: '1.0.0' }, { ...store, who: 'ada' });
});

/** The keys of somebody who has the shop's key and no other, and may write to the store. */
const thief = (): Keys => ({
  trust: store.keys.trust,
  privateKey: async (owner) => {
    if (owner === 'shop') return store.keys.privateKey('shop');
    throw new Error(`The thief has no key of ${owner}.`);
  },
});

/** Keys that sign everything with the shop's key. */
const forger = (): Keys => ({ ...thief(), privateKey: () => store.keys.privateKey('shop') });

async function overwrite(name: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(value));
  await store.storage.replace(name, bytes, (await store.storage.read(name))?.tag);
}

/** Writes a release that the thief has signed into a folder of the store, over what is there. */
async function plant(release: Release, folder: string): Promise<void> {
  const { release: content } = await signRelease(release, forger());
  const signature = signText(JSON.stringify(content), await store.keys.privateKey('shop'));
  await overwrite(`${folder}/${RELEASE_FILE}`, { release: content, ...signature });
}

const pack = (change: Partial<Parameters<typeof packTestRelease>[2]> = {}) =>
  packTestRelease(store.packed, forger(), { app: 'shop', version: '1.1.0', paths: ['/shop'], ...change });

/** Promotes as an operator does who ignores the gates, so that only the signatures protect visitors. */
const operatorForces = (app: string, version: string, percent = 100) =>
  promoteRelease({ app, version, percent, ...store, who: 'ada', force: true, why: 'urgent' });

async function publishAs(app: string): Promise<unknown> {
  await pack({ app, version: '9.0.0' });
  return publish({ app, version: '9.0.0', ...store, from: store.packed });
}

/** Has a release of the shop with these addresses promoted. */
async function claim(paths: readonly string[], percent = 100): Promise<unknown> {
  await store.release({ app: 'shop', version: '1.1.0', paths });
  return operatorForces('shop', '1.1.0', percent);
}

const publishedRegistry = async () => String((await store.storage.read('registry.json'))?.bytes);

const routes = (...paths: readonly string[]) => paths.map((path) => ({ path, title: path }));

describe('an attacker with the stolen key of one remote', () => {
  it.each<readonly [string, () => Promise<unknown>, string | RegExp]>([
    [
      'publish another remote',
      () => publishAs('learning'),
      'learning@9.0.0 is refused: it is not signed by a trusted key of learning',
    ],
    ['publish the shell', () => publishAs('shell'), 'not signed by a trusted key of shell'],
    [
      'place a release into another remote’s folder',
      async () => {
        await plant({ ...(await pack()), name: 'learning' }, 'learning/1.1.0');
        return operatorForces('learning', '1.1.0');
      },
      'not signed by a trusted key of learning',
    ],
    [
      'call a release by another remote’s name in its own folder',
      async () => {
        await plant({ ...(await pack()), name: 'learning' }, 'shop/1.1.0');
        return operatorForces('shop', '1.1.0');
      },
      'the stored release is learning@1.1.0',
    ],
    [
      'promote a release of its own',
      async () => {
        await store.release({ app: 'shop', version: '1.1.0' });
        return promoteRelease({
          app: 'shop',
          version: '1.1.0',
          ...store,
          keys: thief(),
          who: 'eve',
          force: true,
          why: 'mine',
        });
      },
      'The thief has no key of registry.',
    ],
    [
      'roll another remote back',
      async () => {
        await store.release({ app: 'learning', version: '1.1.0', paths: ['/lessons'] });
        await operatorForces('learning', '1.1.0');
        return rollbackApp({ app: 'learning', ...store, keys: thief(), who: 'eve' });
      },
      'The thief has no key of registry.',
    ],
    [
      'write a registry',
      async () => {
        const { registry } = await readVerifiedRegistry(store.storage, store.keys);
        const next = { ...registry, revision: 2, shell: { live: '6.6.6' } };
        const signature = signText(JSON.stringify(next), await store.keys.privateKey('shop'));
        await overwrite('registry.json', { registry: next, ...signature });
        return readLive();
      },
      'it is not a registry signed by a trusted key of the operators',
    ],
    [
      'write an entry of the history',
      async () => {
        const before = await publishedRegistry();
        const [head] = await readHistory(store.storage, store.keys);
        const key = await store.keys.privateKey('shop');
        const registry = { ...head?.registry.registry, revision: 2 };
        const signed = { registry, ...signText(JSON.stringify(registry), key) };
        const entry = { ...head, revision: 2, registry: signed };
        await overwrite('history/00000002.json', { entry, ...signText(JSON.stringify(entry), key) });
        await expect(operatorForces('shop', '1.0.0')).rejects.toThrow('is refused');
        expect(await publishedRegistry()).toBe(before);
        return readHistory(store.storage, store.keys);
      },
      'is not an entry signed by a trusted key of the operators',
    ],
    [
      'claim an address of the shell, even when an operator forces it',
      () => claim(['/shop', '/login']),
      '/login of shop@1.1.0 and /login of shell@1.0.0 claim the same addresses',
    ],
    [
      'claim an address of the shell in a canary',
      () => claim(['/login/:step?'], 5),
      '/login/:step? of shop@1.1.0 and /login of shell@1.0.0 claim the same addresses',
    ],
    [
      'claim an address of another remote, even when an operator forces it',
      () => claim(['/shop', '/lessons/7']),
      'and /lessons/7 of shop@1.1.0 claim the same addresses',
    ],
    [
      'claim an address of the site itself',
      async () => {
        const release = await pack();
        await plant({ ...release, routes: routes('/api/orders') }, 'shop/1.1.0');
        return operatorForces('shop', '1.1.0');
      },
      '"/api/orders" is reserved for the site itself',
    ],
    [
      'add addresses to the live release',
      async () => {
        const release = await pack({ version: '1.0.1' });
        await plant({ ...release, version: '1.0.0', routes: routes('/shop', '/login') }, 'shop/1.0.0');
        return readLive();
      },
      'shop@1.0.0 is refused: its content was replaced after it was promoted.',
    ],
    [
      'have a replaced release promoted again',
      async () => {
        await plant({ ...(await pack({ version: '1.0.1' })), version: '1.0.0' }, 'shop/1.0.0');
        return operatorForces('shop', '1.0.0');
      },
      'its content was replaced after it was promoted',
    ],
    [
      'replace the release that a rollback would restore',
      async () => {
        await store.release({ app: 'shop', version: '1.1.0' });
        await operatorForces('shop', '1.1.0');
        await plant({ ...(await pack({ version: '1.0.1' })), version: '1.0.0' }, 'shop/1.0.0');
        await rollbackApp({ app: 'shop', ...store, who: 'ada' });
        return readLive();
      },
      'shop@1.0.0 is refused: its content was replaced',
    ],
    [
      'replace a published version with the release tool',
      async () => {
        await store.packed
          .list('shop/')
          .then((all) => Promise.all(all.map((one) => store.packed.remove(one))));
        await pack({ version: '1.0.0', files: { 'evil.js': 'evil' } });
        return publish({ app: 'shop', version: '1.0.0', ...store, from: store.packed });
      },
      'shop@1.0.0 is published already, with other bytes',
    ],
    [
      'list a private key as a file of a release',
      async () => {
        const release = await pack();
        const files = {
          ...release.files,
          '../../../keys/registry.key.pem': { integrity: 'sha384-abc', bytes: 1, brotliBytes: 1 },
        };
        await plant({ ...release, files }, 'shop/1.1.0');
        return operatorForces('shop', '1.1.0');
      },
      'is not a valid file name',
    ],
    [
      'act as the operators by the name of an app',
      async () => {
        await plant({ ...(await pack()), name: REGISTRY_OWNER }, `${REGISTRY_OWNER}/1.1.0`);
        return operatorForces(REGISTRY_OWNER, '1.1.0');
      },
      'not signed by a trusted key of registry',
    ],
  ])('cannot %s', async (_what, attack, refusal) => {
    await expect(attack()).rejects.toThrow(refusal);
  });

  it('cannot have another app checked alongside a replaced release', async () => {
    await store.release({ app: 'learning', version: '1.1.0', paths: ['/lessons'], shared: [CONTRACT] });
    await plant({ ...(await pack({ version: '1.0.1' })), version: '1.0.0' }, 'shop/1.0.0');
    await expect(checkRelease({ app: 'learning', version: '1.1.0', ...store })).rejects.toThrow(
      'shop@1.0.0 is refused: its content was replaced',
    );
  });

  it('cannot get a release promoted that differs from the checked one', async () => {
    const file = `shop/1.1.0/${RELEASE_FILE}`;
    await store.release({ app: 'shop', version: '1.1.0' });
    const good = await store.storage.read(file);
    await plant({ ...(await pack({ version: '1.0.1' })), version: '1.1.0' }, 'shop/1.1.0');
    const evil = await store.storage.read(file);
    let reads = 0;
    const storage = {
      ...store.storage,
      read: async (name: string) =>
        name === file ? (reads++ === 0 ? evil : good) : store.storage.read(name),
    };
    await expect(
      promoteRelease({ app: 'shop', version: '1.1.0', percent: 5, ...store, storage, who: 'ada' }),
    ).rejects.toThrow('shop@1.1.0 was replaced while it was being checked.');
  });

  it('cannot have a key trusted by writing a list of keys into the store', async () => {
    const trust = await store.keys.trust();
    await overwrite('trusted.json', { ...trust, learning: trust.shop, [REGISTRY_OWNER]: trust.shop });
    await plant({ ...(await pack()), name: 'learning' }, 'learning/1.1.0');
    await expect(operatorForces('learning', '1.1.0')).rejects.toThrow(
      'not signed by a trusted key of learning',
    );
  });
});

describe('the registry', () => {
  it('knows the content of every release in service, even after a rollback', async () => {
    const known = async () =>
      Object.keys((await readVerifiedRegistry(store.storage, store.keys)).registry.contents ?? {});
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
      await store.release({ app: 'shop', version });
      await operatorForces('shop', version, version === '1.3.0' ? 5 : 100);
    }
    const others = ['learning@1.0.0', 'shell@1.0.0'];
    expect(await known()).toEqual([...others, 'shop@1.1.0', 'shop@1.2.0', 'shop@1.3.0']);
    await rollbackApp({ app: 'shop', ...store, who: 'ada' });
    expect(await known()).toEqual([...others, 'shop@1.0.0', 'shop@1.1.0']);
  });

  it('accepts a release that its team has signed again with another key', async () => {
    const release = await store.storage.read(`shop/1.0.0/${RELEASE_FILE}`);
    const { release: content } = JSON.parse(String(release?.bytes)) as { release: Release };
    await plant(content, 'shop/1.0.0');
    const { remotes } = await readLive();
    expect(remotes.map(({ name }) => name)).toContain('shop');
  });
});
