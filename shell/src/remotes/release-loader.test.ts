import type { Remote } from '@isa/contract';
import { codeOf, networkError, release } from '../testing/releases';
import type { ScriptFault } from './failed-scripts';
import { NotARemote } from './federation';
import type { RemoteRelease } from '../../formats/registry';
import { createReleaseLoader, ReleaseFailure } from './release-loader';

const shop = release('shop', '1.5.0');
const code = codeOf('shop', '1.5.0');
const [books] = code.routes;
if (!books) throw new Error('The fixture has no page.');

function loaderWith(load: (release: RemoteRelease) => Promise<Remote>, faults: readonly ScriptFault[] = []) {
  const federation = { load: jest.fn(load) };
  const failedScripts = { examine: jest.fn(async () => faults) };
  const onLoaded = jest.fn();
  const loader = createReleaseLoader({ federation, failedScripts, onLoaded, timeout: 40, pause: 0 });
  return { loader, load: federation.load, examine: failedScripts.examine, onLoaded };
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
  it('is loaded once, however many ask, and its time is told once', async () => {
    const { loader, load, onLoaded } = loaderWith(async () => code);
    await Promise.all([loader.code(shop), loader.code(shop)]);
    expect(load).toHaveBeenCalledTimes(1);
    expect(onLoaded).toHaveBeenCalledTimes(1);
    expect(onLoaded).toHaveBeenCalledWith(shop, expect.any(Number));
  });

  it('survives one lost packet', async () => {
    const { loader, load, examine } = loaderWith(failingOnce(networkError()), ['arrives']);
    await expect(loader.code(shop)).resolves.toBe(code);
    expect(load).toHaveBeenCalledTimes(2);
    expect(examine).toHaveBeenCalledWith('https://cdn.test/shop/1.5.0/');
  });

  it.each<[string, readonly ScriptFault[], string]>([
    ['is gone', ['gone'], 'fetch'],
    ['cannot be reached', ['unreachable'], 'fetch'],
    ['was altered', ['arrives', 'altered'], 'integrity'],
    ['failed without a trace', [], 'fetch'],
  ])('is not asked again by itself when it %s', async (_, faults, phase) => {
    const { loader, load } = loaderWith(failingOnce(networkError()), faults);
    const failure = await failureOf(loader.code(shop));
    expect(failure).toMatchObject({ phase, release: shop, lasts: false });
    expect(load).toHaveBeenCalledTimes(1);
    // Another visit may find it well.
    await expect(loader.code(shop)).resolves.toBe(code);
  });

  it('is given up when nothing comes', async () => {
    const { loader, load, examine } = loaderWith(() => new Promise(() => undefined));
    expect((await failureOf(loader.code(shop))).phase).toBe('fetch');
    expect(load).toHaveBeenCalledTimes(1);
    expect(examine).not.toHaveBeenCalled();
  });

  it.each([
    ['threw while it was evaluated', new Error('boom'), 'evaluate'],
    ['is not the remote that it should be', new NotARemote('other'), 'load'],
  ])('is never asked again in this page when it %s', async (_, error, phase) => {
    const { loader, load } = loaderWith(failingOnce(error), ['arrives']);
    expect(await failureOf(loader.code(shop))).toMatchObject({ phase, lasts: true });
    expect((await failureOf(loader.code(shop))).phase).toBe(phase);
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('a page’s code', () => {
  it('is retried like any other script, and its loss is that of a chunk', async () => {
    const lost = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
    const page = jest.fn(books.page).mockRejectedValueOnce(lost);
    await expect(
      loaderWith(async () => code, ['arrives']).loader.page(shop, { ...books, page }),
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
