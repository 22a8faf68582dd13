import type { RegisteredRelease } from '../../platform/formats/registry';
import { TEST_CDN, networkError, pageWith, registered, registryInPageOf } from '../testing/releases';
import { live, openTab, overrideOf, shop } from '../testing/remotes';
import { currentRouteData } from './navigation';

beforeEach(() => sessionStorage.clear());

describe('pinned releases', () => {
  const next: RegisteredRelease = {
    ...registered('shop', '1.6.0'),
    routes: [
      { path: '/books', title: 'All books' },
      { path: '/wish-list', title: 'Wishes' },
    ],
    menu: [{ menu: 'main', label: 'Wishes', path: '/wish-list', order: 1 }],
  };
  const fresh = pageWith(2, { name: 'shop', live: next, previous: live });

  it('stay until the update, which also brings the new menus and titles', async () => {
    const { remotes, pinned, visit, menuLabels } = openTab({ fresh });
    const title = () =>
      currentRouteData(remotes.navigation.getState(), { path: '/books', title: 'Books' }).title;
    const onUpdate = jest.fn();
    remotes.navigation.subscribe(onUpdate);
    await visit();
    await pinned.refresh();
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    expect([pinned.hasUpdate, onUpdate.mock.calls.length, title()]).toEqual([true, 0, 'Books']);
    pinned.update();
    await expect(visit()).resolves.toEqual({ data: '1.6.0', page: '1.6.0' });
    expect([pinned.hasUpdate, onUpdate.mock.calls.length, title()]).toEqual([false, 1, 'All books']);
    expect(menuLabels()).toEqual(['Wishes']);
  });

  it('keep an override', async () => {
    const override = overrideOf('1.5.0');
    const { remotes, pinned } = openTab({ fresh, overrides: [override, overrideOf('1.4.9')] });
    await pinned.refresh();
    pinned.update();
    expect(remotes.releases).toEqual([override]);
  });

  it('leave a version that staff have chosen once it was rolled back', async () => {
    const { remotes, pinned, loadRegistry } = openTab({ chosen: ['shop@1.5.0'] });
    expect(remotes.releases).toMatchObject([{ version: '1.5.0', slot: 'override' }]);
    loadRegistry.mockResolvedValue(pageWith(2, { name: 'shop', live: registered('shop', '1.4.0') }));
    await pinned.refresh();
    expect(pinned.hasUpdate).toBe(true);
    pinned.update();
    expect(remotes.releases).toMatchObject([{ version: '1.4.0', slot: 'live' }]);
  });

  it('fall back to the previous release when the new one fails', async () => {
    const { remotes, pinned, visit } = openTab({ fresh, versions: { '1.6.0': networkError() } });
    await pinned.refresh();
    pinned.update();
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    expect(remotes.inUse('shop')).toMatchObject({
      slot: 'previous',
      entry: `${TEST_CDN}/shop/1.5.0/remote-entry.js`,
    });
  });
});

describe('a remote of which the page contains only the navigation', () => {
  const blog = { name: 'blog', live: registered('blog', '3.0.0', { routes: [], menu: [] }) };
  const site = pageWith(1, blog, shop);
  const page = registryInPageOf('blog', site);

  it('stays at its first release until the update', async () => {
    const { pinned, visit, loadRegistry } = openTab({ page, fresh: site });
    await visit();
    const newer = pageWith(2, blog, { name: 'shop', live: registered('shop', '1.6.0'), previous: live });
    loadRegistry.mockResolvedValue(newer);
    await pinned.refresh();
    expect(pinned.hasUpdate).toBe(true);
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    pinned.update();
    await expect(visit()).resolves.toEqual({ data: '1.6.0', page: '1.6.0' });
  });

  it('may be newer than the page, whose own remote stays until the update', async () => {
    const newBlog = { ...blog, live: { ...blog.live, version: '3.1.0' } };
    const newShop = {
      ...shop,
      live: registered('shop', '1.6.0', {
        menu: [{ menu: 'main', label: 'Shop', path: '/books', order: 1 }],
      }),
    };
    const { remotes, pinned, visit, menuLabels } = openTab({ page, fresh: pageWith(9, newBlog, newShop) });
    await expect(visit()).resolves.toEqual({ data: '1.6.0', page: '1.6.0' });
    expect(remotes.releases.map(({ version }) => version)).toEqual(['3.0.0', '1.6.0']);
    // The page on display stays as it is.
    expect(menuLabels()).toEqual(['Books']);
    expect(pinned.hasUpdate).toBe(true);
    pinned.update();
    expect(menuLabels()).toEqual(['Shop']);
  });
});
