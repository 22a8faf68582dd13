import type { Remote } from '@isa/contract';
import { remoteCode, networkError, release } from '../testing/releases';
import { InvalidRemote } from './federation';
import type { ScriptState } from './failed-scripts';
import type { RemoteRelease } from '../../platform/formats/registry';
import { createRecovery, createReleaseLoader, ReleaseFailure } from './release-loader';

const shop = release('shop', '1.5.0');
const code = remoteCode('shop', '1.5.0');
const [books] = code.routes;
if (!books) throw new Error('The fixture has no page.');

function loaderWith(load: (release: RemoteRelease) => Promise<Remote>, states: readonly ScriptState[] = []) {
  const loadRemote = jest.fn(load);
  const refetchScripts = jest.fn(async () => states);
  const onLoaded = jest.fn();
  const recover = createRecovery(refetchScripts, 0);
  const loader = createReleaseLoader({ loadRemote, recover, onLoaded, timeout: 40 });
  return { loader, load: loadRemote, refetchScripts, onLoaded };
}

function failingOnce(error: Error) {
  let calls = 0;
  return async () => (++calls === 1 ? Promise.reject(error) : code);
}

async function failureOf(promise: Promise<unknown>): Promise<ReleaseFailure> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof ReleaseFailure)) throw new Error(`No failure of a release: ${String(error)}`);
  return error;
}

describe('a release’s code', () => {
  it('is loaded once for concurrent callers, and is reported once', async () => {
    const { loader, load, onLoaded } = loaderWith(async () => code);
    await Promise.all([loader.code(shop), loader.code(shop)]);
    expect(load).toHaveBeenCalledTimes(1);
    expect(onLoaded).toHaveBeenCalledTimes(1);
    expect(onLoaded).toHaveBeenCalledWith(shop);
  });

  it('is loaded again by the next visit after a failure of the network', async () => {
    const { loader, load } = loaderWith(failingOnce(networkError()));
    expect(await failureOf(loader.code(shop))).toMatchObject({ phase: 'fetch', isPermanent: false });
    await expect(loader.code(shop)).resolves.toBe(code);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('fails after a time-out without a retry, and names the script that hangs', async () => {
    const script = Object.assign(document.createElement('script'), {
      type: 'text/plain',
      src: 'https://cdn.test/shop/1.5.0/books.js',
    });
    document.head.append(script);
    performance.getEntriesByName = () => [];
    const { loader, load, refetchScripts } = loaderWith(() => new Promise(() => undefined));
    const failure = await failureOf(loader.code(shop));
    script.remove();
    expect(failure.phase).toBe('fetch');
    expect(failure.cause).toMatchObject({ message: `Loading ${script.src} timed out after 40 ms.` });
    expect(load).toHaveBeenCalledTimes(1);
    expect(refetchScripts).not.toHaveBeenCalled();
  });

  it.each([
    ['threw while it was evaluated', new Error('boom'), 'evaluate'],
    ['is another remote', new InvalidRemote('other'), 'load'],
  ])('is not loaded again in this document when it %s', async (_, error, phase) => {
    const { loader, load } = loaderWith(failingOnce(error), ['available']);
    expect(await failureOf(loader.code(shop))).toMatchObject({ phase, isPermanent: true });
    expect((await failureOf(loader.code(shop))).phase).toBe(phase);
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('the attempts that are under way', () => {
  it('have ended when a visitor’s own retry begins, which would share their failure', async () => {
    let fail = (_error: Error): void => undefined;
    const first = new Promise<Remote>((_resolve, reject) => (fail = reject));
    const { loader } = loaderWith(jest.fn(async () => code).mockReturnValueOnce(first));
    const prefetched = failureOf(loader.code(shop));
    let hasEnded = false;
    const end = loader.ended('shop').then(() => (hasEnded = true));
    await loader.ended('marketing');
    expect(hasEnded).toBe(false);
    fail(networkError());
    await end;
    await expect(loader.code(shop)).resolves.toBe(code);
    expect((await prefetched).phase).toBe('fetch');
  });

  it('include those of pages', async () => {
    const { loader } = loaderWith(async () => code);
    const module = await books.page();
    let arrive = (): void => undefined;
    const page = loader.page(shop, {
      ...books,
      page: () => new Promise((resolve) => (arrive = () => resolve(module))),
    });
    let hasEnded = false;
    const end = loader.ended('shop').then(() => (hasEnded = true));
    await loader.ended('marketing');
    expect(hasEnded).toBe(false);
    arrive();
    await end;
    await expect(page).resolves.toBe(module);
  });
});

describe('a script that was lost', () => {
  it('is loaded again once after one lost packet', async () => {
    const refetchScripts = jest.fn(async () => ['available' as const]);
    const again = jest.fn(async () => code);
    const recover = createRecovery(refetchScripts, 0);
    await expect(recover(shop, 'fetch', networkError(), again)).resolves.toBe(code);
    expect(refetchScripts).toHaveBeenCalledWith(shop);
    again.mockRejectedValueOnce(networkError());
    const failure = await failureOf(recover(shop, 'fetch', networkError(), again));
    expect(failure).toMatchObject({ phase: 'fetch', release: shop, isPermanent: false });
    expect(again).toHaveBeenCalledTimes(2);
  });

  it.each<[string, readonly ScriptState[], string]>([
    ['is missing', ['missing'], 'fetch'],
    ['is unreachable', ['unreachable'], 'fetch'],
    ['was altered', ['available', 'altered'], 'integrity'],
    ['failed without a script error', [], 'fetch'],
  ])('is not retried automatically when it %s', async (_, states, phase) => {
    const again = jest.fn(async () => code);
    const recover = createRecovery(async () => states, 0);
    const failure = await failureOf(recover(shop, 'fetch', networkError(), again));
    expect(failure).toMatchObject({ phase, release: shop, isPermanent: false });
    expect(again).not.toHaveBeenCalled();
  });
});

describe('a page’s code', () => {
  it('is retried like any other script, and fails in the phase chunk', async () => {
    const lost = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
    const page = jest.fn(books.page).mockRejectedValueOnce(lost);
    await expect(
      loaderWith(async () => code, ['available']).loader.page(shop, { ...books, page }),
    ).resolves.toBeDefined();
    page.mockRejectedValueOnce(lost);
    const { loader } = loaderWith(async () => code, ['unreachable']);
    expect((await failureOf(loader.page(shop, { ...books, page }))).phase).toBe('chunk');
  });

  it('must have a component', async () => {
    const page = async () => ({}) as never;
    const { loader } = loaderWith(async () => code);
    expect((await failureOf(loader.page(shop, { ...books, page }))).phase).toBe('load');
  });
});
