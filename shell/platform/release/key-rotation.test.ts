import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { prerenderSite } from '../prerender/prerender-site';
import type { PageRegistry } from '../formats/registry';
import { createRegistrySource } from '../../src/remotes/registry-source';
import { type Keys, type Trust } from '../store/keys/local-keys';
import { readPrivateKey } from '../store/keys/signature';
import { startBuildApi } from '../../tooling/testing/release/build-api';
import { minimalRemote, MINIMAL_SHELL } from '../../tooling/testing/release/minimal-builds';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { packTestRelease } from '../../tooling/testing/release/test-store';
import { sourceScript } from '../../packages/node/node';
import { publish } from './publish/publish';
import { promoteTogether, rollbackApp } from './registry/changes';

let store: TestStore;
let api: Awaited<ReturnType<typeof startBuildApi>>;
/** The keys of the machine of operators and team, whose private keys are replaced. */
let owners: Keys;
/** The keys of the machine with the role prerender, which gets a copy of `trusted.json` later. */
let siteBuilder: Keys;
/** The keys of a process that was started before the rotation, such as the role watch or a pipeline. */
let running: Keys;

beforeEach(async () => {
  store = await testStore();
  await store.saveKeys();
  api = await startBuildApi(store, (_request, response) => response.end('null'));
  await mkdir(folder('site-builder'));
  await copyTrust();
  [owners, siteBuilder] = [keysIn('keys'), keysIn('site-builder')];
  running = { trust: owners.trust, privateKey: store.keys.privateKey };
  await store.release({ app: 'shell', version: '1.0.0', files: { 'node/server.cjs': MINIMAL_SHELL } });
  await publishShop('1.0.0', running);
  await promote({ shell: '1.0.0', shop: '1.0.0' }, running);
  await prerender();
});

const folder = (...names: readonly string[]) => path.join(store.folder, ...names);
const copyTrust = () => copyFile(folder('keys/trusted.json'), folder('site-builder/trusted.json'));
const promote = (live: Readonly<Record<string, string>>, keys: Keys) =>
  promoteTogether(live, { storage: store.storage, keys, who: 'a test' });

/** The keys of a machine as they are now. */
function keysIn(name: string): Keys {
  return {
    trust: async () => JSON.parse(await readFile(folder(name, 'trusted.json'), 'utf8')) as Trust,
    privateKey: async (owner) => readPrivateKey(await readFile(folder(name, `${owner}.key.pem`), 'utf8')),
  };
}

async function publishShop(version: string, keys: Keys): Promise<void> {
  const files = { 'node/server.cjs': minimalRemote(`shop ${version}`) };
  await packTestRelease(store.packed, keys, { app: 'shop', version, paths: ['/shop'], files });
  await publish({ app: 'shop', version, from: store.packed, storage: store.storage, keys });
}

/** Runs `npm run release -- …` with the test's store and keys. */
function release(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly text: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      sourceScript('shell/tooling/commands/release.ts', ...args),
      { env: { ...process.env, ...store.environment, SECURITY_LOG: folder('security.log') } },
      (_error, out, err) => resolve({ code: child.exitCode, text: out + err }),
    );
  });
}

async function rotate(owner: string): Promise<{ readonly old: string }> {
  const old = (await owners.trust())[owner]?.[0]?.id ?? '';
  expect((await release('keygen', owner, '--rotate')).code).toBe(0);
  return { old };
}

/** Builds the site with the keys of the role prerender. @returns what visitors of the shop see. */
async function prerender(): Promise<string> {
  await prerenderSite({ ...api.options, keys: siteBuilder });
  return shownVersion();
}

async function shownVersion(): Promise<string> {
  return /shop \d\.\d\.\d/.exec(await readFile(folder('site/current/shop.html'), 'utf8'))?.[0] ?? '';
}

/**
 * Opens a tab with the current page.
 * @returns a function that asks the site for the registry, as the tab does when a remote fails.
 */
async function openTab(): Promise<() => Promise<'accepted' | 'unreachable' | 'unusable'>> {
  const html = await readFile(folder('site/current/shop.html'), 'utf8');
  const page = JSON.parse(/id="isa-registry">(.*?)<\/script>/.exec(html)?.[1] ?? '') as PageRegistry;
  const load = () =>
    createRegistrySource({
      page,
      fetch: async () => new Response(await readFile(folder('site/current/registry.json'))),
      storage: { read: () => undefined, write: () => true, remove: () => undefined },
    })();
  return async () => {
    const result = await load();
    return typeof result === 'string' ? result : 'accepted';
  };
}

test('the key of a team is replaced while its old releases stay in service', async () => {
  const tab = await openTab();
  const { old } = await rotate('shop');
  // The pipeline still has the old key, and the site builder the old list.
  await publishShop('1.0.1', running);
  await promote({ shop: '1.0.1' }, running);
  expect(await prerender()).toBe('shop 1.0.1');
  expect(await tab()).toBe('accepted');

  await publishShop('1.1.0', owners);
  await promote({ shop: '1.1.0' }, running);
  // This build is too early: the site builder does not know the new key, and visitors keep their pages.
  await expect(prerender()).rejects.toThrow(/shop/);
  expect(await shownVersion()).toBe('shop 1.0.1');
  await copyTrust();
  expect(await prerender()).toBe('shop 1.1.0');

  // A rollback needs the release that the old key has signed.
  expect((await release('revoke', 'shop', old)).code).toBe(1);
  await publishShop('1.1.1', owners);
  await promote({ shop: '1.1.1' }, running);
  expect(await prerender()).toBe('shop 1.1.1');
  expect(await release('revoke', 'shop', old)).toMatchObject({ code: 0 });
  await copyTrust();
  await rollbackApp({ app: 'shop', storage: store.storage, keys: running, who: 'a test', why: 'a run' });
  expect(await prerender()).toBe('shop 1.1.0');
  expect(await tab()).toBe('accepted');
  await expect(publishShop('1.2.0', running)).rejects.toThrow(/not trusted|trusted key/);
});

test('the key of the operators is replaced while processes and tabs have the old one', async () => {
  await publishShop('1.1.0', running);
  const before = await openTab();
  const { old } = await rotate('registry');
  // The role watch still signs with the old key, and the site builder has the old list.
  await promote({ shop: '1.1.0' }, running);
  expect(await prerender()).toBe('shop 1.1.0');
  expect(await before()).toBe('accepted');

  await copyTrust();
  await prerender();
  const between = await openTab();
  await promote({ shop: '1.0.0' }, running);
  expect(await prerender()).toBe('shop 1.0.0');
  expect([await before(), await between()]).toEqual(['accepted', 'accepted']);
  expect((await release('revoke', 'registry', old)).text).toContain('Promote a release first');

  await promote({ shop: '1.1.0' }, owners);
  expect(await prerender()).toBe('shop 1.1.0');
  // A tab accepts what the site builder has verified, whichever key signed it.
  expect([await before(), await between()]).toEqual(['accepted', 'accepted']);

  expect(await release('revoke', 'registry', old)).toMatchObject({ code: 0 });
  await copyTrust();
  expect(await prerender()).toBe('shop 1.1.0');
  const after = await openTab();
  await expect(promote({ shop: '1.0.0' }, running)).rejects.toThrow(/not trusted/);
  await rollbackApp({ app: 'shop', storage: store.storage, keys: owners, who: 'a test', why: 'a run' });
  expect(await prerender()).toBe('shop 1.0.0');
  expect([await between(), await after()]).toEqual(['accepted', 'accepted']);
});
