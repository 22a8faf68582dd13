import { ApiError, type Host, type LoadContext, type Remote } from '@isa/contract';
import { CDN, codeOf, drawnBy, networkError, pageWith, registered } from '../testing/releases';
import { rememberBadReleases } from './bad-releases';
import { chooseReleases } from './choice';
import { isFirstTime } from './once';
import type { NoRegistry } from './fresh-registry';
import type {
  CompleteRegistry,
  PageRegistry,
  RegisteredRelease,
  RegisteredRemote,
  RemoteOutline,
  RemoteRelease,
} from '../../formats/registry';
import { createReleaseLoader } from './release-loader';
import { createRemotes, ReleasesUnknown, RemoteUnavailable, routeData } from './remotes';

const context: LoadContext = {
  host: {} as Host,
  params: {},
  url: new URL('https://site.test/books'),
  signal: new AbortController().signal,
};
const live = registered('shop', '1.5.0');
const previous = registered('shop', '1.4.0');
const shop: RegisteredRemote = { name: 'shop', live, previous };

interface Setting {
  readonly page?: PageRegistry;
  readonly fresh?: CompleteRegistry | NoRegistry;
  /** What each version is: its code, or why it fails. */
  readonly versions?: Readonly<Record<string, Remote | Error>>;
  readonly bucket?: number;
  readonly override?: RemoteRelease;
}

function remotesWith({
  page = pageWith(1, shop),
  fresh = 'unreachable',
  versions = {},
  bucket = 50,
  override,
}: Setting = {}) {
  const load = jest.fn(async ({ name, version }: RemoteRelease) => {
    const found = versions[version] ?? codeOf(name, version);
    if (found instanceof Error) throw found;
    return found;
  });
  const source = { fresh: jest.fn(async () => fresh) };
  const onFailure = jest.fn();
  const onUnknown = jest.fn();
  const goTo = jest.fn();
  const badReleases = rememberBadReleases(window);
  const chosen: readonly RemoteOutline[] = chooseReleases(page, () => bucket, badReleases.isBad);
  const remotes = createRemotes({
    page,
    chosen: override ? [...chosen.filter(({ name }) => name !== override.name), override] : chosen,
    bucket: () => bucket,
    loader: createReleaseLoader({
      federation: { load },
      failedScripts: { examine: async () => [] },
      timeout: 50,
      pause: 0,
    }),
    source,
    badReleases,
    forgetFailures: async () => undefined,
    goTo,
    isFirstTime: (reason) => isFirstTime(reason, window),
    documentAddress: '/blog',
    onFailure,
    onUnknown,
  });
  /** The versions that the page's code and data come from. */
  const visit = async (path = '/books') => {
    const route = await remotes.route({ name: 'shop' }, path, new URL(path, 'https://site.test'));
    const [data, module] = await Promise.all([route.load?.(context), route.page()]);
    return { data, page: module.default({ data }) };
  };
  const asked = () => load.mock.calls.map(([{ version }]) => version);
  const failures = () =>
    onFailure.mock.calls.map(
      ([{ version, slot }, phase]: [RemoteRelease, string]) => `${slot} ${version} ${phase}`,
    );
  return { remotes, visit, asked, failures, source, goTo, onUnknown };
}

beforeEach(() => sessionStorage.clear());

describe('remotes', () => {
  it('take their menus from release data, in order, without any code', () => {
    const blog = registered('blog', '1.0.0', {
      menu: [{ menu: 'main', label: 'Blog', path: '/blog', order: 10 }],
    });
    const { remotes, asked } = remotesWith({ page: pageWith(1, shop, { name: 'blog', live: blog }) });
    expect(remotes.menu.map(({ label }) => label)).toEqual(['Blog', 'Books']);
    expect(asked()).toEqual([]);
  });

  it('are drawn with the live release, and say so', async () => {
    const { remotes, visit, source } = remotesWith();
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    expect(remotes.inUse('shop')).toMatchObject({ version: '1.5.0', slot: 'live' });
    expect(source.fresh).not.toHaveBeenCalled();
  });
});

describe('when a release fails', () => {
  it('what the fresh registry names takes its place', async () => {
    const fresh = pageWith(2, { name: 'shop', live: registered('shop', '1.6.0'), previous: live });
    const { remotes, visit, asked, failures } = remotesWith({ fresh, versions: { '1.5.0': networkError() } });
    await expect(visit()).resolves.toEqual({ data: '1.6.0', page: '1.6.0' });
    expect(asked()).toEqual(['1.5.0', '1.6.0']);
    expect(failures()).toEqual(['live 1.5.0 fetch']);
    // The tab as a whole moves on at a safe moment only.
    expect(remotes.releases[0]?.version).toBe('1.5.0');
    expect(remotes.isBehind).toBe(true);
  });

  it('the previous one takes its place when nothing newer helps', async () => {
    const fresh = pageWith(2, { name: 'shop', live: registered('shop', '1.6.0'), previous: live });
    const { visit, asked, failures } = remotesWith({
      fresh,
      versions: { '1.5.0': networkError(), '1.6.0': new Error('evaluation') },
    });
    await expect(visit()).resolves.toEqual({ data: '1.4.0', page: '1.4.0' });
    expect(asked()).toEqual(['1.5.0', '1.6.0', '1.4.0']);
    expect(failures()).toEqual(['live 1.5.0 fetch', 'live 1.6.0 evaluate']);
    await visit();
    expect(asked()).toHaveLength(3);
  });

  it('a canary gives way to the live one first, without asking the site', async () => {
    const page = pageWith(1, { ...shop, canary: { percent: 60, release: registered('shop', '1.6.0-rc') } });
    const { visit, remotes, source } = remotesWith({ page, versions: { '1.6.0-rc': networkError() } });
    expect(remotes.releases[0]?.slot).toBe('canary');
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    expect(remotes.inUse('shop')?.slot).toBe('live');
    expect(source.fresh).not.toHaveBeenCalled();
  });

  it('a release with another name, or without the route, counts as failed', async () => {
    const { visit, failures } = remotesWith({ versions: { '1.5.0': codeOf('shop', '1.5.0', '/other') } });
    await expect(visit()).resolves.toEqual({ data: '1.4.0', page: '1.4.0' });
    expect(failures()).toEqual(['live 1.5.0 load']);
  });

  it('one that never promised the route is passed over', async () => {
    const older = { ...previous, routes: [] };
    const { visit, asked } = remotesWith({
      page: pageWith(1, { ...shop, previous: older }),
      versions: { '1.5.0': networkError() },
    });
    await expect(visit()).rejects.toBeInstanceOf(RemoteUnavailable);
    expect(asked()).toEqual(['1.5.0']);
  });

  it('in a page’s own chunk, code and data both come from the next one', async () => {
    const lost = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
    const [route] = codeOf('shop', '1.5.0').routes;
    if (!route) throw new Error('The fixture has no page.');
    const broken: Remote = {
      name: 'shop',
      menu: [],
      routes: [{ ...route, page: async () => Promise.reject(lost) }],
    };
    const { visit, failures, asked } = remotesWith({ versions: { '1.5.0': broken } });
    await expect(visit()).resolves.toEqual({ data: '1.4.0', page: '1.4.0' });
    expect(failures()).toEqual(['live 1.5.0 chunk']);
    // What has worked is what the next visit begins with.
    await visit();
    expect(asked()).toEqual(['1.5.0', '1.4.0']);
  });

  it('and all others do, the wanted one is named, and the next visit starts again', async () => {
    const versions: Record<string, Remote | Error> = { '1.5.0': networkError(), '1.4.0': networkError() };
    const { visit } = remotesWith({ versions });
    await expect(visit()).rejects.toThrow('shop@1.5.0');
    await expect(visit()).rejects.toMatchObject({ canBeRetried: true });
    delete versions['1.5.0'];
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
  });

  it('by throwing, like all others, only another page helps', async () => {
    const versions = { '1.5.0': new Error('evaluation'), '1.4.0': new Error('evaluation') };
    await expect(remotesWith({ versions }).visit()).rejects.toMatchObject({ canBeRetried: false });
  });

  it('nothing takes the place of one from somebody’s own machine', async () => {
    const override: RemoteRelease = {
      name: 'shop',
      slot: 'override',
      ...live,
      version: 'dev',
      entry: 'http://localhost:1/e.js',
    };
    const { visit, asked } = remotesWith({ override, versions: { dev: networkError() } });
    await expect(visit()).rejects.toThrow('shop@dev');
    expect(asked()).toEqual(['dev']);
  });
});

describe('when a page throws while it is drawn', () => {
  const thrown = () => new TypeError('drawn badly');

  it('once, the next attempt brings the same release', async () => {
    const { remotes, visit, failures } = remotesWith();
    await visit();
    expect(remotes.threw('shop', thrown())).toBe(false);
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    expect(failures()).toEqual(['live 1.5.0 render']);
  });

  it('repeatedly, the previous one takes its place, also in the next document of the tab', async () => {
    const { remotes, visit } = remotesWith();
    await visit();
    remotes.threw('shop', thrown());
    expect(remotes.threw('shop', thrown())).toBe(true);
    await expect(visit()).resolves.toEqual({ data: '1.4.0', page: '1.4.0' });
    expect(remotesWith().remotes.releases[0]).toMatchObject({ version: '1.4.0', slot: 'previous' });
  });

  it('an error counts once, however often it is shown', async () => {
    const { remotes, visit } = remotesWith();
    await visit();
    const error = thrown();
    expect([remotes.threw('shop', error), remotes.threw('shop', error)]).toEqual([false, false]);
  });

  it('the release is taken again when there is no other', async () => {
    const { remotes, visit } = remotesWith({ page: pageWith(1, { name: 'shop', live }) });
    await visit();
    remotes.threw('shop', thrown());
    expect(remotes.threw('shop', thrown())).toBe(false);
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
  });

  it.each([
    ['what the API answers', new ApiError('busy', 'busy', { status: 503 })],
    ['an address of nobody', { status: 404, statusText: 'Not Found', internal: false, data: null }],
    ['what is no error', 'text'],
  ])('%s is not its fault', async (_, error) => {
    const { remotes, visit, failures } = remotesWith();
    await visit();
    expect([remotes.threw('shop', error), remotes.threw('shop', error)]).toEqual([false, false]);
    expect(failures()).toEqual([]);
  });
});

describe('a tab', () => {
  const moved: RegisteredRelease = {
    ...registered('shop', '1.6.0'),
    routes: [
      { path: '/books', title: 'All books' },
      { path: '/wish-list', title: 'Wishes' },
    ],
    menu: [{ menu: 'main', label: 'Wishes', path: '/wish-list', order: 1 }],
  };
  const fresh = pageWith(2, { name: 'shop', live: moved, previous: live });

  it('keeps its releases until it moves on, and then takes the new ones with their menus and titles', async () => {
    const { remotes, visit } = remotesWith({ fresh });
    const data = routeData(remotes, { path: '/books', title: 'Books' });
    const told = jest.fn();
    remotes.subscribe(told);
    await visit();
    await remotes.look();
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    expect([remotes.isBehind, told.mock.calls.length, data.title]).toEqual([true, 0, 'Books']);
    remotes.moveOn();
    await expect(visit()).resolves.toEqual({ data: '1.6.0', page: '1.6.0' });
    expect([remotes.isBehind, told.mock.calls.length, data.title]).toEqual([false, 1, 'All books']);
    expect(remotes.menu.map(({ label }) => label)).toEqual(['Wishes']);
  });

  it('leaves for an address that only the newest registry has, once', async () => {
    const { remotes, goTo } = remotesWith({ fresh });
    const late = () => new Promise((resolve) => setTimeout(resolve, 20, 'still waiting'));
    const address = new URL('https://site.test/wish-list?from=mail');
    await expect(Promise.race([remotes.seek(address), late()])).resolves.toBe('still waiting');
    expect(goTo.mock.calls).toEqual([['/wish-list?from=mail']]);
    // The document that came was composed from an older registry: it must not be loaded for ever.
    const next = remotesWith({ fresh });
    await next.remotes.seek(address);
    expect(next.goTo).not.toHaveBeenCalled();
  });

  it('stays where an address is nobody’s', async () => {
    const { remotes, goTo } = remotesWith({ fresh });
    await remotes.seek(new URL('https://site.test/nowhere'));
    expect(goTo).not.toHaveBeenCalled();
  });

  it('keeps what comes from somebody’s own machine', async () => {
    const override: RemoteRelease = {
      name: 'shop',
      slot: 'override',
      ...live,
      entry: 'http://localhost:1/e.js',
    };
    const { remotes } = remotesWith({ fresh, override });
    await remotes.look();
    remotes.moveOn();
    expect(remotes.releases).toEqual([override]);
  });

  it('falls back to what it had when the new release fails', async () => {
    const { remotes, visit } = remotesWith({ fresh, versions: { '1.6.0': networkError() } });
    await remotes.look();
    remotes.moveOn();
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    expect(remotes.inUse('shop')).toMatchObject({
      slot: 'previous',
      entry: `${CDN}/shop/1.5.0/remote-entry.js`,
    });
  });

  it('draws nothing any more when its document is being left', async () => {
    const { remotes, asked } = remotesWith();
    remotes.leave('/books');
    const late = Symbol('late');
    const wait = new Promise((resolve) => setTimeout(resolve, 20, late));
    await expect(
      Promise.race([remotes.ready(), remotes.route({ name: 'shop' }, '/books'), wait]),
    ).resolves.toBe(late);
    expect(asked()).toEqual([]);
  });
});

describe('a remote of which the page has only outlines', () => {
  const blog: RegisteredRemote = {
    name: 'blog',
    live: registered('blog', '3.0.0', { routes: [], menu: [] }),
  };
  const site = pageWith(1, blog, shop);
  const page = drawnBy('blog', site);
  const late = () => new Promise((resolve) => setTimeout(resolve, 20, 'still waiting'));
  const books = new URL('https://site.test/books?from=blog#top');
  const ahead = ({ remotes }: ReturnType<typeof remotesWith>) => remotes.route({ name: 'shop' }, '/books');

  it('has its menu and its owner of addresses without a request', () => {
    const { remotes, source } = remotesWith({ page, fresh: site });
    expect(remotes.menu.map(({ label }) => label)).toEqual(['Books']);
    expect(remotes.owner('/books')).toBe('shop');
    expect(remotes.releases.map(({ name }) => name)).toEqual(['blog']);
    expect(source.fresh).not.toHaveBeenCalled();
  });

  it('is learned of with the first visit, and nothing moves', async () => {
    const { remotes, visit, source } = remotesWith({ page, fresh: site });
    const told = jest.fn();
    remotes.subscribe(told);
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    await visit();
    expect(source.fresh).toHaveBeenCalledTimes(1);
    expect([remotes.isBehind, told.mock.calls.length]).toEqual([false, 0]);
    // Data that was fetched ahead is kept for the release, which is the same one from now on.
    const known = remotes.releases.find(({ name }) => name === 'shop');
    await remotes.look();
    expect(remotes.releases.find(({ name }) => name === 'shop')).toBe(known);
  });

  it('keeps what was learned first until the tab moves on', async () => {
    const setting = { page, fresh: site };
    const { remotes, visit, source } = remotesWith(setting);
    await visit();
    const newer = pageWith(2, blog, { name: 'shop', live: registered('shop', '1.6.0'), previous: live });
    source.fresh.mockResolvedValue(newer);
    await remotes.look();
    expect(remotes.isBehind).toBe(true);
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    remotes.moveOn();
    await expect(visit()).resolves.toEqual({ data: '1.6.0', page: '1.6.0' });
  });

  it('comes newer than the page, whose own remote stays until the tab moves on', async () => {
    const newBlog = { ...blog, live: { ...blog.live, version: '3.1.0' } };
    const newShop = {
      ...shop,
      live: registered('shop', '1.6.0', {
        menu: [{ menu: 'main', label: 'Shop', path: '/books', order: 1 }],
      }),
    };
    const { remotes, visit } = remotesWith({ page, fresh: pageWith(9, newBlog, newShop) });
    await expect(visit()).resolves.toEqual({ data: '1.6.0', page: '1.6.0' });
    expect(remotes.releases.map(({ version }) => version)).toEqual(['3.0.0', '1.6.0']);
    // What is on display does not change underneath the visitor.
    expect(remotes.menu.map(({ label }) => label)).toEqual(['Books']);
    expect(remotes.isBehind).toBe(true);
    remotes.moveOn();
    expect(remotes.menu.map(({ label }) => label)).toEqual(['Shop']);
  });

  it('is drawn by its canary for those who are in it', async () => {
    const canary = { percent: 60, release: registered('shop', '1.6.0-rc') };
    const fresh = pageWith(1, blog, { ...shop, canary });
    await expect(remotesWith({ page, fresh, bucket: 59 }).visit()).resolves.toMatchObject({
      page: '1.6.0-rc',
    });
    await expect(remotesWith({ page, fresh, bucket: 60 }).visit()).resolves.toMatchObject({ page: '1.5.0' });
  });

  it('falls back to its previous release like any other', async () => {
    const { visit, asked } = remotesWith({ page, fresh: site, versions: { '1.5.0': networkError() } });
    await expect(visit()).resolves.toEqual({ data: '1.4.0', page: '1.4.0' });
    expect(asked()).toEqual(['1.5.0', '1.4.0']);
  });

  it('costs its page while the site does not answer, and the next visit asks anew', async () => {
    const { visit, remotes, source, goTo, onUnknown } = remotesWith({ page, fresh: 'unreachable' });
    await expect(visit()).rejects.toBeInstanceOf(ReleasesUnknown);
    expect(goTo).not.toHaveBeenCalled();
    expect(onUnknown).toHaveBeenCalledTimes(1);
    expect(remotes.menu).toHaveLength(1);
    source.fresh.mockResolvedValue(site);
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    expect(source.fresh).toHaveBeenLastCalledWith(true);
  });

  it('is left for as a document where this one cannot believe the site', async () => {
    const setting = remotesWith({ page, fresh: 'unusable' });
    const visit = setting.remotes.route({ name: 'shop' }, '/books', books);
    await expect(Promise.race([visit, late()])).resolves.toBe('still waiting');
    expect(setting.goTo.mock.calls).toEqual([['/books?from=blog#top']]);
  });

  it.each([
    ['is no part of the registry any more', pageWith(2, blog)],
    [
      'has left the address to somebody else',
      pageWith(2, blog, { name: 'shop', live: { ...live, routes: [] }, previous: live }),
    ],
  ])('is left for as a document when it %s', async (_, fresh) => {
    const setting = remotesWith({ page, fresh });
    const visit = setting.remotes.route({ name: 'shop' }, '/books', books);
    await expect(Promise.race([visit, late()])).resolves.toBe('still waiting');
    expect(setting.goTo).toHaveBeenCalledTimes(1);
  });

  it('never makes a document load itself', async () => {
    const { remotes, goTo } = remotesWith({ page, fresh: 'unusable' });
    const visit = remotes.route({ name: 'shop' }, '/books', new URL('https://site.test/blog'));
    await expect(visit).rejects.toBeInstanceOf(ReleasesUnknown);
    expect(goTo).not.toHaveBeenCalled();
  });

  it.each(['unreachable', 'unusable'] as const)(
    'is fetched ahead in vain, silently and without leaving anything, when the registry is %s',
    async (fresh) => {
      const setting = remotesWith({ page, fresh });
      await expect(ahead(setting)).rejects.toBeInstanceOf(ReleasesUnknown);
      expect(setting.goTo).not.toHaveBeenCalled();
      expect(setting.onUnknown).not.toHaveBeenCalled();
    },
  );
});
