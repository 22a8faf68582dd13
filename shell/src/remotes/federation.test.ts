import { Global, resetFederationGlobalInfo } from '@module-federation/runtime-core';
import { remoteCode, release as releaseOf } from '../testing/releases';
import { createFederation, InvalidRemote, type SharedModules } from './federation';
import type { ScriptState } from './failed-scripts';
import { createRecovery } from './release-loader';
import { createScriptHashes, IMPOSSIBLE_HASH } from './script-hashes';

const release = releaseOf('shop', '1.5.0');
const REACT = { useState: () => undefined };
const shared: SharedModules = { react: { version: '19.3.1', module: REACT } };
const TEST_HASH = release.integrity;

/** What the entry script does when it runs; `undefined` when it does not arrive. */
type Run = (() => void) | undefined;

/** The packages of the page, by name and version. */
type ShareScope = Readonly<Record<string, Readonly<Record<string, { get(): Promise<() => unknown> }>>>>;

function containerOf(exposed: unknown) {
  return {
    init: jest.fn((_scope: ShareScope) => undefined),
    get: jest.fn(async () => () => ({ default: exposed })),
  };
}

const define =
  (container: unknown, { globalName } = release) =>
  () =>
    void Object.assign(window, { [globalName]: container });

/** A page in which the entry's attempts have these ends. @param states of the scripts that are fetched again. */
function pageWhere(runs: readonly Run[], states: readonly ScriptState[] = []) {
  const added: Element[] = [];
  const scripts: HTMLScriptElement[] = [];
  const add = (element: unknown) => {
    if (!(element instanceof Element)) throw new Error('Only elements are added.');
    added.push(element);
    if (!(element instanceof HTMLScriptElement)) return;
    const run = runs[scripts.length];
    scripts.push(element);
    queueMicrotask(() => {
      run?.();
      element.dispatchEvent(new Event(run ? 'load' : 'error'));
    });
  };
  jest.spyOn(document.head, 'append').mockImplementation(add);
  const appendChild = jest.spyOn(document.head, 'appendChild').mockImplementation((element) => {
    add(element);
    return element;
  });
  const load = createFederation({
    page: window,
    inlined: { registry: { revision: 1, shell: { live: '3.0.0' }, remotes: [] } },
    shared,
    hashes: createScriptHashes('https://cdn.test'),
    recover: createRecovery(async () => states, 0),
  });
  return { load, scripts, added, appendChild };
}

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  for (const version of ['1.4.0', '1.5.0']) {
    Reflect.deleteProperty(window, releaseOf('shop', version).globalName);
  }
  resetFederationGlobalInfo();
});

describe('createFederation', () => {
  it.each([
    ['does not arrive', undefined, { phase: 'fetch' }],
    ['defines no container', () => undefined, { phase: 'evaluate' }],
    ['cannot be started', define({ init: () => Promise.reject(new Error('no')) }), { phase: 'evaluate' }],
    [
      'exposes another remote',
      define(containerOf(remoteCode('learning', '1.5.0'))),
      { name: 'InvalidRemote' },
    ],
    ['exposes no remote', define(containerOf(undefined)), { name: 'InvalidRemote' }],
  ])('rejects a release whose entry %s', async (_, run, error) => {
    await expect(pageWhere([run]).load(release)).rejects.toMatchObject(error);
  });

  it('rejects an entry that hangs', async () => {
    jest.useFakeTimers();
    const { load, appendChild } = pageWhere([]);
    appendChild.mockImplementation((element) => element);
    const failure = expect(load(release)).rejects.toMatchObject({ phase: 'fetch' });
    // The second timer is the pause before the script is fetched again.
    await jest.advanceTimersByTimeAsync(5_000);
    await jest.advanceTimersByTimeAsync(1);
    await failure;
  });

  it('gives the entry the hash of the registry before it is requested', async () => {
    const { load, scripts } = pageWhere([define(containerOf(remoteCode('shop', '1.5.0')))]);
    await load(release);
    expect(scripts[0]).toMatchObject({
      src: release.entry,
      crossOrigin: 'anonymous',
      integrity: TEST_HASH,
    });
  });

  it.each(['', 'sha384-'])(
    'gives an entry a hash that no script has when the registry has %j',
    async (hash) => {
      const { load, scripts } = pageWhere([undefined]);
      await expect(load({ ...release, integrity: hash })).rejects.toMatchObject({ phase: 'fetch' });
      expect(scripts[0]?.integrity).toBe(IMPOSSIBLE_HASH);
    },
  );

  it('gives a script of another address, which an extension has registered, a hash that no script has', async () => {
    Global.__FEDERATION__.__GLOBAL_PLUGIN__.push({
      name: 'an extension',
      beforeRegisterRemote(registration) {
        Object.assign(registration.remote, { entry: 'https://evil.test/entry.js' });
        return registration;
      },
    });
    const { load, scripts } = pageWhere([undefined]);
    await expect(load(release)).rejects.toMatchObject({ phase: 'fetch' });
    expect(scripts[0]).toMatchObject({ src: 'https://evil.test/entry.js', integrity: IMPOSSIBLE_HASH });
  });

  it('loads a lost entry again, under another address', async () => {
    const code = remoteCode('shop', '1.5.0');
    const { load, scripts } = pageWhere([undefined, define(containerOf(code))], ['available']);
    await expect(load(release)).resolves.toBe(code);
    expect(scripts.map(({ src }) => src)).toEqual([release.entry, `${release.entry}?attempt=2`]);
    expect(scripts.map(({ integrity }) => integrity)).toEqual([TEST_HASH, TEST_HASH]);
  });

  it('loads an altered entry only when it is asked for again', async () => {
    const code = remoteCode('shop', '1.5.0');
    const { load, scripts } = pageWhere([undefined, define(containerOf(code))], ['altered']);
    await expect(load(release)).rejects.toMatchObject({ phase: 'integrity' });
    expect(scripts).toHaveLength(1);
    await expect(load(release)).resolves.toBe(code);
  });

  it('gives the container the modules of the page, once for all calls', async () => {
    const container = containerOf(remoteCode('shop', '1.5.0'));
    const { load, scripts } = pageWhere([define(container)]);
    await Promise.all([load(release), load(release)]);
    await load(release);
    expect(container.init).toHaveBeenCalledTimes(1);
    const [[scope] = []] = container.init.mock.calls;
    expect((await scope?.react?.['19.3.1']?.get())?.()).toBe(REACT);
    expect(scripts).toHaveLength(1);
  });

  it('requests what the entry needs next before the entry has arrived', async () => {
    const next = { address: `${new URL('.', release.entry).href}remote.3f2a.js`, integrity: 'sha384-next' };
    const { load, added } = pageWhere([undefined]);
    await expect(load({ ...release, scripts: [next] })).rejects.toMatchObject({ phase: 'fetch' });
    expect(added[0]).toMatchObject({
      rel: 'preload',
      as: 'script',
      crossOrigin: 'anonymous',
      integrity: 'sha384-next',
      href: next.address,
    });
  });

  it('keeps two releases of a remote apart, and describes both to the developer tools', async () => {
    const previous = releaseOf('shop', '1.4.0', 'previous');
    const [code, older] = [remoteCode('shop', '1.5.0'), remoteCode('shop', '1.4.0')];
    const { load } = pageWhere([define(containerOf(code)), define(containerOf(older), previous)]);
    await expect(load(release)).resolves.toBe(code);
    await expect(load(previous)).resolves.toBe(older);
    expect(Global.__FEDERATION__.__INSTANCES__.map(({ options }) => options)).toMatchObject([
      {
        name: 'shell',
        version: '3.0.0',
        remotes: [
          { name: 'mf_shop_1_5_0', version: '1.5.0', entry: release.entry },
          { name: 'mf_shop_1_4_0', version: '1.4.0', entry: previous.entry },
        ],
      },
    ]);
    expect(Global.__FEDERATION__.moduleInfo).toEqual({
      shell: {
        version: '3.0.0',
        remoteEntry: '',
        remotesInfo: {
          mf_shop_1_5_0: { matchedVersion: '1.5.0' },
          mf_shop_1_4_0: { matchedVersion: '1.4.0' },
        },
      },
      'mf_shop_1_5_0:1.5.0': { version: '1.5.0', globalName: 'mf_shop_1_5_0', remoteEntry: release.entry },
      'mf_shop_1_4_0:1.4.0': { version: '1.4.0', globalName: 'mf_shop_1_4_0', remoteEntry: previous.entry },
    });
  });

  it('describes no release that could not be loaded', async () => {
    const { load } = pageWhere([define(containerOf(remoteCode('learning', '1.5.0')))]);
    await expect(load(release)).rejects.toBeInstanceOf(InvalidRemote);
    expect(Global.__FEDERATION__.moduleInfo).toEqual({});
  });
});
