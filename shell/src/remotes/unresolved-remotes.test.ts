import type { RegisteredRemote } from '../../platform/formats/registry';
import { networkError, pageWith, registered, registryInPageOf } from '../testing/releases';
import { live, openTab, afterSettling, shop } from '../testing/remotes';
import { findRemoteRoute } from './navigation';
import { ReleasesUnknown } from './remotes';

beforeEach(() => sessionStorage.clear());

describe('a remote of which the page contains only the navigation', () => {
  const blog: RegisteredRemote = {
    name: 'blog',
    live: registered('blog', '3.0.0', { routes: [], menu: [] }),
  };
  const site = pageWith(1, blog, shop);
  const page = registryInPageOf('blog', site);
  const books = new URL('https://site.test/books?from=blog#top');

  it('has its menu and its routes without a request', () => {
    const { remotes, menuLabels, loadRegistry } = openTab({ page, fresh: site });
    expect(menuLabels()).toEqual(['Books']);
    expect(findRemoteRoute(remotes.navigation.getState().remotes, '/books')?.remote).toBe('shop');
    expect(remotes.releases.map(({ name }) => name)).toEqual(['blog']);
    expect(loadRegistry).not.toHaveBeenCalled();
  });

  it('gets its releases with the first visit, which updates nothing', async () => {
    const { remotes, pinned, visit, loadRegistry } = openTab({ page, fresh: site });
    const onUpdate = jest.fn();
    remotes.navigation.subscribe(onUpdate);
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    await visit();
    expect(loadRegistry).toHaveBeenCalledTimes(1);
    expect([pinned.hasUpdate, onUpdate.mock.calls.length]).toEqual([false, 0]);
    // Prefetched data belongs to a release object, so that must stay the same.
    const known = remotes.releases.find(({ name }) => name === 'shop');
    await pinned.refresh();
    expect(remotes.releases.find(({ name }) => name === 'shop')).toBe(known);
  });

  it('is rendered by its canary for visitors below the percentage', async () => {
    const canary = { percent: 60, release: registered('shop', '1.6.0-rc') };
    const fresh = pageWith(1, blog, { ...shop, canary });
    await expect(openTab({ page, fresh, bucket: 59 }).visit()).resolves.toMatchObject({
      page: '1.6.0-rc',
    });
    await expect(openTab({ page, fresh, bucket: 60 }).visit()).resolves.toMatchObject({ page: '1.5.0' });
  });

  it('falls back to its previous release', async () => {
    const { visit, requested } = openTab({ page, fresh: site, versions: { '1.5.0': networkError() } });
    await expect(visit()).resolves.toEqual({ data: '1.4.0', page: '1.4.0' });
    expect(requested()).toEqual(['1.5.0', '1.4.0']);
  });

  it('has no page while the registry is unreachable, and the next visit requests it again', async () => {
    const { visit, menuLabels, loadRegistry, goTo, onUnknown } = openTab({ page, fresh: 'unreachable' });
    await expect(visit()).rejects.toBeInstanceOf(ReleasesUnknown);
    expect(goTo).not.toHaveBeenCalled();
    expect(onUnknown).toHaveBeenCalledTimes(1);
    expect(menuLabels()).toHaveLength(1);
    loadRegistry.mockResolvedValue(site);
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    expect(loadRegistry).toHaveBeenLastCalledWith(true);
  });

  it('is visited in a new document where this one cannot verify the registry', async () => {
    const tab = openTab({ page, fresh: 'unusable' });
    const visit = tab.remotes.route('shop', '/books', books);
    await expect(Promise.race([visit, afterSettling()])).resolves.toBe('pending');
    expect(tab.goTo.mock.calls).toEqual([['/books?from=blog#top']]);
  });

  it.each([
    ['has left the registry', pageWith(2, blog)],
    [
      'no longer has the address',
      pageWith(2, blog, { name: 'shop', live: { ...live, routes: [] }, previous: live }),
    ],
  ])('is visited in a new document when it %s', async (_, fresh) => {
    const tab = openTab({ page, fresh });
    const visit = tab.remotes.route('shop', '/books', books);
    await expect(Promise.race([visit, afterSettling()])).resolves.toBe('pending');
    expect(tab.goTo).toHaveBeenCalledTimes(1);
  });

  it('does not make a document reload itself', async () => {
    const { remotes, goTo } = openTab({ page, fresh: 'unusable' });
    const visit = remotes.route('shop', '/books', new URL('https://site.test/blog'));
    await expect(visit).rejects.toBeInstanceOf(ReleasesUnknown);
    expect(goTo).not.toHaveBeenCalled();
  });

  it.each(['unreachable', 'unusable'] as const)(
    'fails a prefetch silently, without leaving the document, when the registry is %s',
    async (fresh) => {
      const tab = openTab({ page, fresh });
      await expect(tab.remotes.route('shop', '/books')).rejects.toBeInstanceOf(ReleasesUnknown);
      expect(tab.goTo).not.toHaveBeenCalled();
      expect(tab.onUnknown).not.toHaveBeenCalled();
    },
  );
});
