import { definePage } from '@isa/contract';
import { pageRoute } from '@isa/contract/host';
import { fakeHost } from '@isa/contract/testing';
import { createMemoryRouter } from 'react-router-dom';
import { commitSynchronously, speculativePage } from './speculative-page';

/** A router at `/` with the page `/books` ahead, and what React Router's provider is told after each change. */
function given() {
  const books = definePage({ path: '/books', title: 'Books', page: async () => ({ default: () => null }) });
  const route = pageRoute({ host: fakeHost(), route: books, find: async () => books, errorElement: null });
  speculativePage.render(route, '/books', 'the books');
  const loader = async () => null;
  const router = createMemoryRouter([
    { path: '/', element: null },
    { path: '/books', loader },
    { path: '/blog', loader },
  ]);
  const navigate = jest.spyOn(router, 'navigate');
  commitSynchronously(router);
  const commits: (readonly [pathname: string, flushSync: boolean])[] = [];
  router.subscribe(({ location, navigation }, { flushSync }) => {
    if (navigation.state === 'idle') commits.push([location.pathname, flushSync]);
  });
  return { router, navigate, commits };
}

describe('commitSynchronously', () => {
  it.each([['/books'], [{ pathname: '/books' }]])(
    'shows the speculative page without a view transition, in one synchronous render (%j)',
    async (to) => {
      const { router, navigate, commits } = given();
      await router.navigate(to, { viewTransition: true, state: { from: 'menu' } });
      expect(navigate).toHaveBeenCalledWith(to, { viewTransition: false, state: { from: 'menu' } });
      expect(commits).toEqual([['/books', true]]);
    },
  );

  it('leaves navigations to other pages as they are', async () => {
    const { router, navigate, commits } = given();
    await router.navigate('/blog', { viewTransition: true });
    expect(navigate).toHaveBeenCalledWith('/blog', { viewTransition: true });
    expect(commits).toEqual([['/blog', false]]);
  });

  it('leaves a navigation as it is when the page is no longer speculative', async () => {
    const { router, navigate, commits } = given();
    speculativePage.clear();
    await router.navigate('/books', { viewTransition: true });
    expect(navigate).toHaveBeenCalledWith('/books', { viewTransition: true });
    expect(commits).toEqual([['/books', false]]);
  });

  it('shows a page in one synchronous render where no view transition shows it, and goes back without', async () => {
    const { router, commits } = given();
    await router.navigate('/blog');
    await router.navigate(-1);
    expect(commits).toEqual([
      ['/blog', true],
      ['/', false],
    ]);
  });

  it('takes the focus from a link of the page that goes, but not from a field of a page that stays', async () => {
    const { router } = given();
    document.body.innerHTML = '<main><a href="/blog">Blog</a></main>';
    const link = document.querySelector('a');
    link?.focus();
    await router.navigate('/?sort=price');
    expect(document.activeElement).toBe(link);
    await router.navigate('/blog');
    expect(document.activeElement).toBe(document.body);
  });

  it('leaves the focus to the heading of a page that the first of several subscribers shows', async () => {
    const { router } = given();
    document.body.innerHTML = '<main><h1 tabindex="-1">Blog</h1></main>';
    const heading = document.querySelector('h1');
    const unsubscribe = router.subscribe(() => heading?.focus());
    router.subscribe(() => undefined);
    await router.navigate('/blog');
    expect(document.activeElement).toBe(heading);
    unsubscribe();
  });
});
