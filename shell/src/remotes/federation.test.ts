import { release } from '../testing/releases';
import { createFederation, IMPOSSIBLE_HASH, NotARemote } from './federation';
import { isLoadingError } from './loading-error';

const shared = { react: {} };
const shop = release('shop', '1.5.0');
const remote = { name: 'shop', routes: [], menu: [] };

/** Scripts are seen as they are added; jsdom runs none. */
function federation() {
  const scripts: HTMLScriptElement[] = [];
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) scripts.push(node);
  });
  const { load } = createFederation(window, async () => shared);
  /** The script that is waited for. */
  async function next(): Promise<HTMLScriptElement> {
    const known = scripts.length;
    for (let turn = 0; turn < 10 && scripts.length === known; turn += 1) await Promise.resolve();
    const script = scripts.at(-1);
    if (!script || scripts.length === known) throw new Error('No script was added.');
    return script;
  }
  return { load, next, scripts };
}

function leave(exposed: unknown, globalName = shop.globalName) {
  const container = { init: jest.fn(), get: jest.fn(async () => () => exposed) };
  Reflect.set(window, globalName, container);
  return container;
}

const rejection = (promise: Promise<unknown>) => promise.catch((reason: unknown) => reason);

beforeEach(() => void Reflect.deleteProperty(window, shop.globalName));
afterEach(() => void jest.useRealTimers());

describe('a release’s entry', () => {
  it('runs with the hash of the registry, takes what the shell provides and hands out its remote', async () => {
    const { load, next } = federation();
    const loading = load(shop);
    const script = await next();
    expect(script).toMatchObject({ src: shop.entry, integrity: shop.integrity, crossOrigin: 'anonymous' });
    const container = leave({ default: remote });
    script.onload?.(new Event('load'));
    await expect(loading).resolves.toBe(remote);
    expect(container.init).toHaveBeenCalledWith(shared);
    expect(container.get).toHaveBeenCalledWith('./remote');
  });

  it('runs once, however often its remote is asked for', async () => {
    const { load, next, scripts } = federation();
    const both = [load(shop), load(shop)];
    const script = await next();
    const container = leave({ default: remote });
    script.onload?.(new Event('load'));
    await Promise.all(both);
    await load(shop);
    expect(scripts).toHaveLength(1);
    expect(container.init).toHaveBeenCalledTimes(1);
  });

  it.each(['', 'sha1-abc', 'sha384-not base64'])('is refused where its hash is "%s"', async (integrity) => {
    const { load, next } = federation();
    void rejection(load({ ...shop, integrity }));
    expect((await next()).integrity).toBe(IMPOSSIBLE_HASH);
  });

  it('that failed is asked for under another address the next time', async () => {
    const { load, next } = federation();
    const first = rejection(load(shop));
    (await next()).onerror?.('failed');
    expect(isLoadingError(await first)).toBe(true);
    const second = load(shop);
    const script = await next();
    expect(script.src).toBe(`${shop.entry}?attempt=2`);
    leave({ default: remote });
    script.onload?.(new Event('load'));
    await expect(second).resolves.toBe(remote);
  });

  it('that hangs counts as away', async () => {
    jest.useFakeTimers();
    const { load, next } = federation();
    const loading = rejection(load(shop));
    await next();
    jest.runAllTimers();
    expect(isLoadingError(await loading)).toBe(true);
  });

  it('that threw is no script that could not be had', async () => {
    const { load, next } = federation();
    const loading = rejection(load(shop));
    (await next()).onload?.(new Event('load'));
    const error = await loading;
    expect(error).toBeInstanceOf(Error);
    expect(isLoadingError(error)).toBe(false);
  });

  it.each([
    ['nothing', undefined],
    ['another remote', { default: { ...remote, name: 'learning' } }],
    ['a remote without routes', { default: { name: 'shop' } }],
  ])('that exposes %s is no remote', async (_, exposed) => {
    const { load, next } = federation();
    const loading = rejection(load(shop));
    const script = await next();
    leave(exposed);
    script.onload?.(new Event('load'));
    expect(await loading).toBeInstanceOf(NotARemote);
  });
});
