import { remoteCode, release as releaseOf } from '../testing/releases';
import { createContainers, InvalidRemote, ScriptNetworkError } from './containers';

const RUNTIME = '_FEDERATION_RUNTIME_CORE';
const older = releaseOf('shop', '1.5.0');
const release = { ...older, selfContained: true as const };
const scope = {};

/** What the entry script does when it runs; `undefined` when it does not arrive. */
type Run = (() => void) | undefined;

function containerOf(exposed: unknown) {
  return { init: jest.fn(), get: jest.fn(async () => () => ({ default: exposed })) };
}

const define = (container: unknown) => () => void Object.assign(window, { [release.globalName]: container });

/** A page in which the entry's attempts have these ends. */
function pageWhere(...runs: readonly Run[]) {
  const scripts: string[] = [];
  const append = jest.spyOn(document.head, 'append').mockImplementation((script) => {
    if (script instanceof HTMLLinkElement) return;
    if (!(script instanceof HTMLScriptElement)) throw new Error('Only scripts are added.');
    const run = runs[scripts.length];
    scripts.push(`${script.src} ${script.crossOrigin ?? ''}`);
    queueMicrotask(() => {
      run?.();
      script.dispatchEvent(new Event(run ? 'load' : 'error'));
    });
  });
  const federation = jest.fn(async () => 'runtime');
  const hashes = { add: jest.fn(), of: () => undefined };
  const load = createContainers({ page: window, hashes, shareScope: async () => scope, federation });
  return { load, scripts, append, federation, hashes };
}

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  Reflect.deleteProperty(window, release.globalName);
  Reflect.deleteProperty(window, RUNTIME);
});

describe('createContainers', () => {
  it.each([
    ['does not arrive', undefined, ScriptNetworkError],
    ['defines no container', define({ get: () => undefined }), Error],
    ['exposes another remote', define(containerOf(remoteCode('learning', '1.5.0'))), InvalidRemote],
    ['exposes no function', define({ init() {}, get: () => 'remote' }), InvalidRemote],
  ])('rejects a release whose entry %s', async (_, run, error) => {
    await expect(pageWhere(run).load(release)).rejects.toBeInstanceOf(error);
  });

  it('rejects an entry that hangs', async () => {
    jest.useFakeTimers();
    const { load, append } = pageWhere();
    append.mockImplementation(() => undefined);
    const failure = expect(load(release)).rejects.toBeInstanceOf(ScriptNetworkError);
    await jest.advanceTimersByTimeAsync(5_000);
    await failure;
  });

  it('passes on what the container throws when it starts', async () => {
    const init = () => {
      throw new Error('two versions');
    };
    await expect(pageWhere(define({ init, get: () => undefined })).load(release)).rejects.toThrow(
      'two versions',
    );
  });

  it('loads the entry again under another address after a failure', async () => {
    const code = remoteCode('shop', '1.5.0');
    const { load, scripts } = pageWhere(undefined, define(containerOf(code)));
    await expect(load(release)).rejects.toBeInstanceOf(ScriptNetworkError);
    await expect(load(release)).resolves.toBe(code);
    expect(scripts).toEqual([`${release.entry} anonymous`, `${release.entry}?attempt=2 anonymous`]);
    expect(document.querySelectorAll('script')).toHaveLength(0);
  });

  it('gives the container the packages of the page, once for all calls', async () => {
    const container = containerOf(remoteCode('shop', '1.5.0'));
    const { load, scripts } = pageWhere(define(container));
    await Promise.all([load(release), load(release)]);
    await load(release);
    expect(container.init.mock.calls).toEqual([[scope]]);
    expect(scripts).toHaveLength(1);
  });

  it('requests what the entry needs next before the entry has arrived', async () => {
    const next = { address: `${new URL('.', release.entry).href}remote.3f2a.js`, integrity: 'sha384-next' };
    const { load, append } = pageWhere();
    const failure = expect(load({ ...release, scripts: [next] })).rejects.toBeInstanceOf(ScriptNetworkError);
    const [link] = append.mock.calls[0] ?? [];
    expect(link).toMatchObject({
      rel: 'preload',
      as: 'script',
      crossOrigin: 'anonymous',
      integrity: 'sha384-next',
      href: next.address,
    });
    await failure;
  });

  it('registers the hashes of the release before its entry is requested', async () => {
    const { load, append, hashes } = pageWhere(define(containerOf(remoteCode('shop', '1.5.0'))));
    await load(release);
    expect(hashes.add).toHaveBeenCalledWith(release);
    expect(hashes.add.mock.invocationCallOrder[0]).toBeLessThan(append.mock.invocationCallOrder[0] ?? 0);
  });

  it('provides the runtime of Module Federation only to entries that need it, before they run', async () => {
    let seen: unknown;
    const run = () => {
      seen = Reflect.get(window, RUNTIME);
      define(containerOf(remoteCode('shop', '1.5.0')))();
    };
    const modern = pageWhere(run);
    await modern.load(release);
    expect(modern.federation).not.toHaveBeenCalled();
    expect(seen).toBeUndefined();
    await pageWhere(run).load(older);
    expect(seen).toBe('runtime');
  });
});
