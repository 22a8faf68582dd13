import path from 'node:path';
import { createReleaseCache } from '../prerender/release-cache';
import { prune } from '../release/prune';
import { publish } from '../release/publish/publish';
import { promoteRelease, promoteTogether, rollbackApp } from '../release/registry/changes';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { contentName } from '../../tooling/testing/release/test-store';
import { encodeDelta } from './delta';
import { integrityProblems } from './integrity';
import { readVerifiedRelease } from './releases';
import type { Storage } from './storage/storage';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
});

const lines = Array.from({ length: 300 }, (_, index) => `var v${index * 7919} = ${index};`);
const page = (version: string) => `${lines.join('\n')}\n// ${version}`;
/** The name of the script, whose hash changes with the bytes. */
const nameOf = (version: string) => `604.${version.replaceAll('.', '')}.js`;
const forced = () => ({ ...store, force: true, why: 'a test', who: 'ada' });

const shop = (version: string) => ({ app: 'shop', version, files: { [nameOf(version)]: page(version) } });

/** The scripts of a release with the number of their deltas. */
async function deltas(app: string, version: string): Promise<readonly string[]> {
  const names = await store.storage.list(`${app}/${version}/`);
  return names.filter((name) => name.includes('.dcz/'));
}

async function required(app: string, version: string) {
  const release = await readVerifiedRelease(store.storage, app, version, store.keys);
  if (!release) throw new Error(`${app}@${version} is not in the store.`);
  return release;
}

async function openShop(): Promise<void> {
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await store.release(shop(version));
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'ada' });
  await promoteRelease({ app: 'shop', version: '1.1.0', ...forced() });
  await promoteRelease({ app: 'shop', version: '1.2.0', percent: 5, ...forced() });
}

it('publishes deltas to the live, the previous and the canary release, which are intact', async () => {
  await openShop();
  expect(await deltas('shop', '1.1.0')).toEqual([]);
  await store.release(shop('1.3.0'));
  const names = await deltas('shop', '1.3.0');
  expect(names).toHaveLength(3);
  expect(names.every((name) => name.startsWith('shop/1.3.0/604.130.js.dcz/'))).toBe(true);
  expect(await integrityProblems(store.storage, await required('shop', '1.3.0'))).toEqual([]);
  for (const name of names) expect((await store.storage.read(name))?.bytes.length).toBeLessThan(120);
});

it('adds deltas to releases that came into service after the publish when it is repeated', async () => {
  await openShop();
  const options = { app: 'shop', version: '1.2.0', from: store.packed, ...store };
  await publish({ ...options, dryRun: true });
  expect(await deltas('shop', '1.2.0')).toEqual([]);
  expect(await publish(options)).toMatchObject({ changed: false });
  expect(await deltas('shop', '1.2.0')).toHaveLength(2);
});

it('publishes without deltas while the registry cannot be verified', async () => {
  await openShop();
  const registry = await store.storage.read('registry.json');
  await store.storage.replace('registry.json', Buffer.from('{}'), registry?.tag);
  await store.release(shop('1.3.0'));
  expect(await deltas('shop', '1.3.0')).toEqual([]);
});

it('reports deltas that decode to other bytes, need another script or belong to no script', async () => {
  await openShop();
  await store.release(shop('1.3.0'));
  const release = await required('shop', '1.3.0');
  const [first = '', second = '', third = ''] = await deltas('shop', '1.3.0');
  const [live, wrong] = [page('1.1.0'), page('1.9.9')].map((text) => Buffer.from(text));
  const evil = await encodeDelta(wrong ?? Buffer.of(), live ?? Buffer.of());
  for (const name of [first, second]) {
    const stored = await store.storage.read(name);
    await store.storage.replace(name, evil, stored?.tag);
  }
  const thirds = (await store.storage.read(third))?.bytes ?? Buffer.of();
  await store.storage.create(third.replace('604.130', '605.130'), thirds);
  const problems = await integrityProblems(store.storage, release);
  const below = (name: string) => name.slice('shop/1.3.0/'.length);
  expect(problems).toHaveLength(3);
  expect(problems).toContain(`${below(third).replace('604.130', '605.130')} is not listed`);
  for (const name of [first, second]) {
    expect(problems.join('\n')).toMatch(
      new RegExp(`${below(name).replaceAll(/[.+]/g, '\\$&')} (?:has other content|does not belong)`),
    );
  }
});

it('prunes deltas whose scripts are gone, and no others', async () => {
  await openShop();
  await store.release(shop('1.3.0'));
  await promoteRelease({ app: 'shop', version: '1.3.0', ...forced() });
  await promoteRelease({ app: 'shop', version: '1.2.0', ...forced() });
  await rollbackApp({ app: 'shop', ...forced() });
  // The releases 1.3.0 and 1.1.0 are in service now.
  const inAMonth = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  await prune({ ...store, now: inAMonth, dryRun: true });
  expect(await deltas('shop', '1.3.0')).toHaveLength(3);
  await prune({ ...store, now: inAMonth });
  expect(await store.storage.folders('shop/')).toEqual(['1.1.0', '1.3.0']);
  expect(await deltas('shop', '1.3.0')).toHaveLength(1);
  expect(await integrityProblems(store.storage, await required('shop', '1.3.0'))).toEqual([]);
});

it('gives site builds the shell’s verified deltas, and none for unchanged scripts', async () => {
  const script = (version: string) => contentName('604.js', page(version));
  const shell = (version: string) => ({
    app: 'shell',
    version,
    sharesFiles: true as const,
    files: {
      [script(version)]: page(version),
      [contentName('same.js', page('unchanged'))]: page('unchanged'),
    },
  });
  await store.release(shell('1.0.0'));
  await promoteTogether({ shell: '1.0.0' }, { ...store, who: 'ada' });
  await store.release(shell('1.1.0'));
  const release = await required('shell', '1.1.0');
  const names = await deltas('shell', 'files');
  expect(names.map((name) => name.split('/')[2])).toContain(`${script('1.1.0')}.dcz`);
  expect(names.filter((name) => name.includes('/same.'))).toEqual([]);
  const name = names.find((one) => one.includes(script('1.1.0'))) ?? '';
  const below = name.slice('shell/files/'.length);
  const cache = (folder: string) => createReleaseCache(store.storage, path.join(store.folder, folder));
  expect((await cache('one').publicFiles(release)).get(below)).toContain('.dcz/');

  const stored = await store.storage.read(name);
  await store.storage.replace(name, Buffer.from('evil'), stored?.tag);
  expect((await cache('two').publicFiles(release)).has(below)).toBe(false);
});

it('a prune that is killed, after any number of removals, leaves no delta that blocks a release', async () => {
  await openShop();
  await store.release(shop('1.3.0'));
  await promoteRelease({ app: 'shop', version: '1.3.0', ...forced() });
  const now = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  /** @returns whether the prune has ended before it was killed. */
  const pruneUntil = (removals: number) => {
    let left = removals;
    const storage: Storage = {
      ...store.storage,
      async remove(name) {
        if (left-- <= 0) throw new Error('killed');
        await store.storage.remove(name);
      },
    };
    return prune({ ...store, storage, now }).then(
      () => true,
      (error: unknown) => {
        if (!String(error).includes('killed')) throw error;
        return false;
      },
    );
  };
  for (let removals = 1, hasEnded = false; !hasEnded; removals += 1) {
    hasEnded = await pruneUntil(removals);
    expect(await integrityProblems(store.storage, await required('shop', '1.3.0'))).toEqual([]);
    expect(await publish({ app: 'shop', version: '1.3.0', from: store.packed, ...store })).toBeDefined();
  }
  expect(await store.storage.read(`shop/1.0.0/${nameOf('1.0.0')}`)).toBeUndefined();
});
