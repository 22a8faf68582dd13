import type { Remote } from '@isa/contract';
import { IMPOSSIBLE_HASH, hashOf } from './federation';
import { isLoopback, liveReleases, type PageRegistry, readRegistry, type RemoteRelease } from './registry';
import { createRemotes, RemoteUnavailable } from './remotes';

const page = async () => ({ default: () => null });
const shop: RemoteRelease = {
  name: 'shop',
  slot: 'live',
  version: '1.2.3',
  entry: 'https://cdn.test/shop/1.2.3/remote-entry.js',
  globalName: 'mf_shop_1_2_3',
  integrity: `sha384-${'b'.repeat(64)}`,
  routes: [{ path: '/books', title: 'Books' }],
  menu: [{ menu: 'main', label: 'Books', path: '/books', order: 50 }],
};
const blog: RemoteRelease = {
  ...shop,
  name: 'blog',
  menu: [{ menu: 'main', label: 'Blog', path: '/blog', order: 10 }],
};
const releases = [shop, blog];
const code: Remote = { name: 'shop', routes: [{ path: '/books', title: 'Books', page }], menu: [] };

const failedScripts = { forget: jest.fn(async () => undefined) };

function networkError() {
  return Object.assign(new Error('down'), { name: 'ScriptNetworkError' });
}

describe('remotes', () => {
  it('take their menus from the registry, in order, without any code', () => {
    const load = jest.fn();
    expect(createRemotes(releases, { load }, failedScripts).menu.map(({ label }) => label)).toEqual([
      'Blog',
      'Books',
    ]);
    expect(load).not.toHaveBeenCalled();
  });

  it('are loaded once', async () => {
    const load = jest.fn(async () => code);
    const remotes = createRemotes(releases, { load }, failedScripts);
    await Promise.all([remotes.route(shop, '/books'), remotes.route(shop, '/books')]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('survive one lost packet', async () => {
    const load = jest
      .fn<Promise<Remote>, [RemoteRelease]>()
      .mockRejectedValueOnce(networkError())
      .mockResolvedValue(code);
    await expect(createRemotes(releases, { load }, failedScripts).route(shop, '/books')).resolves.toBe(
      code.routes[0],
    );
  });

  it('name the release that is away, and are asked again at the next visit', async () => {
    const load = jest.fn<Promise<Remote>, [RemoteRelease]>().mockRejectedValue(networkError());
    const remotes = createRemotes(releases, { load }, failedScripts);
    const failure = remotes.route(shop, '/books');
    await expect(failure).rejects.toBeInstanceOf(RemoteUnavailable);
    await expect(failure).rejects.toThrow('shop@1.2.3');
    expect(load).toHaveBeenCalledTimes(2);
    load.mockResolvedValue(code);
    await expect(remotes.route(shop, '/books')).resolves.toBe(code.routes[0]);
  });

  it('are not asked again by themselves when their code throws', async () => {
    const load = jest.fn(async () => Promise.reject(new Error('evaluation')));
    await expect(
      createRemotes(releases, { load }, failedScripts).route(shop, '/books'),
    ).rejects.toBeInstanceOf(RemoteUnavailable);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('must have the routes that their release promised', async () => {
    const remotes = createRemotes(releases, { load: async () => code }, failedScripts);
    await expect(remotes.route(shop, '/other')).rejects.toBeInstanceOf(RemoteUnavailable);
  });
});

describe('integrity', () => {
  it('takes the hash of the registry', () => {
    expect(hashOf(shop)).toBe(shop.integrity);
  });

  it.each(['', 'undefined', 'sha384-', 'md5-abc', 'sha384 abc'])('fails closed on "%s"', (integrity) => {
    expect(hashOf({ ...shop, integrity })).toBe(IMPOSSIBLE_HASH);
  });

  it('is waived for development servers on this machine, and for nobody else', () => {
    const unverified = { ...shop, integrity: '', unverified: true };
    expect(hashOf({ ...unverified, entry: 'http://localhost:3011/remote-entry.js' })).toBeUndefined();
    expect(hashOf(unverified)).toBe(IMPOSSIBLE_HASH);
  });

  it.each([
    ['http://localhost:3011/', true],
    ['http://127.0.0.1:1/', true],
    ['http://[::1]:1/', true],
    ['http://localhost.evil.test/', false],
    ['http://127.evil.test/', false],
    ['http://10.0.0.1/', false],
    ['//localhost', false],
    ['garbage', false],
  ])('%s is loopback: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});

describe('the registry in the page', () => {
  const { name, slot: _, ...release } = shop;
  const inlined: PageRegistry = {
    cdn: 'https://cdn.test',
    registry: {
      revision: 1,
      shell: { live: '1.0.0' },
      remotes: [{ name, live: { ...release, entry: 'shop/1.2.3/remote-entry.js', scripts: [] } }],
    },
  };

  it('is required', () => {
    expect(() => readRegistry(document)).toThrow('without a registry');
  });

  it('is read from its element', () => {
    document.body.innerHTML = `<script type="application/json" id="isa-registry">${JSON.stringify(inlined)}</script>`;
    expect(readRegistry(document)).toEqual(inlined);
  });

  it('leads to the live releases, below the address of the store', () => {
    expect(liveReleases(inlined)).toEqual([shop]);
  });
});
