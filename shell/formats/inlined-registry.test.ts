/** @jest-environment ./shell/testing/browser-environment.cjs */
import { pageWith, registered, registryInPageOf } from '../src/testing/releases';
import { chooseReleases } from '../src/remotes/choose-releases';
import { inlinedRegistry, readRegistry } from './inlined-registry';
import { type CompleteRegistry, isRelease, liveNavigation, type RegisteredRemote } from './registry';
import { menuOf } from '../src/remotes/navigation';

const shop: RegisteredRemote = {
  name: 'shop',
  live: registered('shop', '1.5.0'),
  previous: registered('shop', '1.4.0'),
};
const blog: RegisteredRemote = {
  name: 'blog',
  live: registered('blog', '3.0.0', {
    routes: [{ path: '/blog', title: 'Blog' }],
    menu: [{ menu: 'main', label: 'Blog', path: '/blog', order: 10 }],
  }),
};

/** The registry in which the shop is another one, at another revision. */
function withShop(revision: number, other: RegisteredRemote): CompleteRegistry {
  const page = pageWith(revision, blog, other);
  return { ...page, registry: { ...page.registry, since: { shell: 1, blog: 2, shop: revision } } };
}
const textIn = (owner: string, page: CompleteRegistry) =>
  JSON.stringify(inlinedRegistry(page, (name) => name === owner));

describe('the registry in a page', () => {
  it('is required', () => {
    expect(() => readRegistry(document)).toThrow('without a registry');
  });

  it('has every release of the remote that draws the page', () => {
    const canary = { percent: 5, release: registered('shop', '1.6.0', { routes: [], menu: [] }) };
    const page = registryInPageOf('shop', pageWith(4, blog, { ...shop, canary }));
    expect(page.registry.remotes[1]).toEqual({ ...shop, canary });
  });

  it('says once what releases have in common', () => {
    expect(textIn('shop', pageWith(4, shop)).match(/"routes"/g)).toHaveLength(1);
  });

  it('has of the others what every page shows, and no release', () => {
    const page = registryInPageOf('shop', pageWith(4, blog, shop));
    const { routes, menu } = blog.live;
    expect(page.registry.remotes[0]).toEqual({ name: 'blog', live: { routes, menu } });
    expect(chooseReleases(page, () => 0).map(isRelease)).toEqual([false, true]);
    expect(menuOf(liveNavigation(page)).map(({ label }) => label)).toEqual(['Blog', 'Books']);
  });

  const next = registered('shop', '1.6.0');
  it.each([
    ['is released', { name: 'shop', live: next, previous: shop.live }],
    ['is taken back', { name: 'shop', live: registered('shop', '1.4.0') }],
    ['has a canary', { ...shop, canary: { percent: 5, release: next } }],
    ['has a canary for more', { ...shop, canary: { percent: 50, release: next } }],
  ])('stays as it is, to the byte, when another remote %s', (_, moved) => {
    const before = withShop(3, shop);
    const after = withShop(9, moved);
    expect(textIn('blog', after)).toBe(textIn('blog', before));
    expect(textIn('nobody', after)).toBe(textIn('nobody', before));
    expect(textIn('shop', after)).not.toBe(textIn('shop', before));
  });

  it.each([
    ['pages', { routes: [...shop.live.routes, { path: '/wish-list', title: 'Wishes' }] }],
    ['menu', { menu: [] }],
  ])('tells of a candidate of another remote that has other %s', (_, change) => {
    const release = registered('shop', '1.6.0', change);
    const page = registryInPageOf('blog', pageWith(4, blog, { ...shop, canary: { percent: 20, release } }));
    const { routes, menu } = release;
    const chosenBy = (bucket: number) => chooseReleases(page, () => bucket)[1];
    expect(chosenBy(19)).toEqual({ name: 'shop', routes, menu });
    expect(chosenBy(20)).toEqual({ name: 'shop', routes: shop.live.routes, menu: shop.live.menu });
  });

  it('names the revision that brought it what it says', () => {
    const page = withShop(9, shop);
    expect(registryInPageOf('blog', page).registry.revision).toBe(2);
    expect(registryInPageOf(undefined, page).registry.revision).toBe(1);
    expect(registryInPageOf('shop', page).registry.revision).toBe(9);
    // Nobody knows how old the parts of a registry are that was written before it was noted.
    expect(registryInPageOf('blog', pageWith(7, blog, shop)).registry.revision).toBe(7);
  });
});
