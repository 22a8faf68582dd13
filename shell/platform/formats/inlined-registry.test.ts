/** @jest-environment ./shell/packages/kit/testing/browser-environment.cjs */
import { pageWith, registered, registryInPageOf } from '../../src/testing/releases';
import { chooseReleases } from '../../src/remotes/choose-releases';
import { inlinedRegistry, readRegistry } from './inlined-registry';
import { type CompleteRegistry, isRemoteRelease, liveNavigation, type RegisteredRemote } from './registry';
import { menuOf } from '../../src/remotes/navigation';

const shop = {
  name: 'shop',
  live: registered('shop', '1.5.0'),
  previous: registered('shop', '1.4.0'),
} satisfies RegisteredRemote;
const blog = {
  name: 'blog',
  live: registered('blog', '3.0.0', {
    routes: [{ path: '/blog', title: 'Blog' }],
    menu: [{ menu: 'main', label: 'Blog', path: '/blog', order: 10 }],
  }),
} satisfies RegisteredRemote;

/** A registry with another shop, changed at the given revision. */
function withShop(revision: number, other: RegisteredRemote): CompleteRegistry {
  const page = pageWith(revision, blog, other);
  return { ...page, registry: { ...page.registry, since: { shell: 1, blog: 2, shop: revision } } };
}
const textIn = (remote: string, page: CompleteRegistry) =>
  JSON.stringify(inlinedRegistry(page, (name) => name === remote));

describe('the registry in a page', () => {
  it('is required', () => {
    expect(() => readRegistry(document)).toThrow('without a registry');
  });

  it('contains every release of the remote that renders the page', () => {
    const canary = { percent: 5, release: registered('shop', '1.6.0', { routes: [], menu: [] }) };
    const page = registryInPageOf('shop', pageWith(4, blog, { ...shop, canary }));
    expect(page.registry.remotes[1]).toEqual({ ...shop, canary });
  });

  it('contains the common routes of releases once', () => {
    expect(textIn('shop', pageWith(4, shop)).match(/"routes"/g)).toHaveLength(1);
  });

  it('contains only the navigation of other remotes', () => {
    const page = registryInPageOf('shop', pageWith(4, blog, shop));
    const { routes, menu } = blog.live;
    expect(page.registry.remotes[0]).toEqual({ name: 'blog', live: { routes, menu } });
    expect(chooseReleases(page, () => 0).map(isRemoteRelease)).toEqual([false, true]);
    expect(menuOf(liveNavigation(page)).map(({ label }) => label)).toEqual(['Blog', 'Books']);
  });

  const next = registered('shop', '1.6.0');
  it.each([
    ['is released', { name: 'shop', live: next, previous: shop.live }],
    ['is rolled back', { name: 'shop', live: registered('shop', '1.4.0') }],
    ['has a canary', { ...shop, canary: { percent: 5, release: next } }],
    ['extends its canary', { ...shop, canary: { percent: 50, release: next } }],
  ])('has the same bytes after another remote %s', (_, changed) => {
    const before = withShop(3, shop);
    const after = withShop(9, changed);
    expect(textIn('blog', after)).toBe(textIn('blog', before));
    expect(textIn('none', after)).toBe(textIn('none', before));
    expect(textIn('shop', after)).not.toBe(textIn('shop', before));
  });

  it.each([
    ['pages', { routes: [...shop.live.routes, { path: '/wish-list', title: 'Wishes' }] }],
    ['menu', { menu: [] }],
  ])('contains a canary of another remote with other %s', (_, change) => {
    const release = registered('shop', '1.6.0', change);
    const page = registryInPageOf('blog', pageWith(4, blog, { ...shop, canary: { percent: 20, release } }));
    const { routes, menu } = release;
    const chosenBy = (bucket: number) => chooseReleases(page, () => bucket)[1];
    expect(chosenBy(19)).toEqual({ name: 'shop', routes, menu });
    expect(chosenBy(20)).toEqual({ name: 'shop', routes: shop.live.routes, menu: shop.live.menu });
  });

  it.each(['blog', 'shop'])('a page of %s has a remote whose first release is a canary', (rendering) => {
    const canary = { percent: 20, release: registered('shop', '1.0.0', { menu: [] }) };
    const page = registryInPageOf(rendering, pageWith(4, blog, { name: 'shop', canary }));
    const chosenBy = (bucket: number) => chooseReleases(page, () => bucket).slice(1);
    expect(chosenBy(19)).toMatchObject([{ name: 'shop', routes: canary.release.routes, menu: [] }]);
    expect(chosenBy(20)).toEqual([]);
    expect(liveNavigation(page).map(({ name }) => name)).toEqual(['blog']);
  });

  it('has the revision in which its content last changed', () => {
    const page = withShop(9, shop);
    expect(registryInPageOf('blog', page).registry.revision).toBe(2);
    expect(registryInPageOf(undefined, page).registry.revision).toBe(1);
    expect(registryInPageOf('shop', page).registry.revision).toBe(9);
    // Old registries do not contain the revision of each app's last change.
    expect(registryInPageOf('blog', pageWith(7, blog, shop)).registry.revision).toBe(7);
  });
});
