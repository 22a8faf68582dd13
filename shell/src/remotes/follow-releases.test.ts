import { createMemoryRouter } from 'react-router-dom';
import { followReleases } from './follow-releases';
import type { MovingRemotes } from './remotes';

interface Setting {
  readonly isBehind?: boolean;
  readonly shellHasMoved?: boolean;
  readonly atWork?: boolean;
  /** Who has /two before and after the tab has moved on. */
  readonly owners?: readonly [string | undefined, string | undefined];
  readonly start?: string;
}

async function tab({
  isBehind = true,
  shellHasMoved = false,
  atWork = false,
  owners: [before, after] = ['shop', 'shop'],
  start = '/one',
}: Setting = {}) {
  const moves: string[] = [];
  let moved = false;
  const remotes: Partial<MovingRemotes> = {
    isBehind,
    shellHasMoved,
    newestShell: '2.0.0',
    isLeaving: false,
    owner: () => (moved ? after : before),
    moveOn: () => void (moves.push('move on'), (moved = true)),
    leave: (address) => void moves.push(`leave for ${address}`),
  };
  const route = (path: string, handle = {}) => ({
    path,
    handle,
    element: null,
    loader: () => (moves.push(`load ${path}`), null),
  });
  const router = createMemoryRouter(
    [route('/one'), route('/two'), route('/checkout', { keepsVersion: true })],
    { initialEntries: [start] },
  );
  await new Promise<void>((resolve) => {
    const end = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      end();
      resolve();
    });
    router.initialize();
  });
  moves.length = 0;
  const page = Object.assign(new EventTarget(), {
    sessionStorage,
    location: { reload: () => void moves.push('reload') },
  });
  followReleases({
    router,
    remotes: remotes as MovingRemotes,
    work: { isAtWork: () => atWork },
    page: page as never,
  });
  return { router, moves, page, remotes };
}

describe('a tab that is behind', () => {
  beforeEach(() => sessionStorage.clear());

  it('moves on with a navigation, before the next page is loaded', async () => {
    const { router, moves } = await tab();
    await router.navigate('/two');
    expect(moves).toEqual(['move on', 'load /two']);
  });

  it('does not move underneath a page that is only loaded again', async () => {
    const { router, moves } = await tab();
    await router.revalidate();
    expect(moves).toEqual(['load /one']);
  });

  it('waits while there is work in hand', async () => {
    const { router, moves } = await tab({ atWork: true });
    await router.navigate('/two');
    expect(moves).toEqual(['load /two']);
  });

  it('waits on a page that keeps its version, and moves on after it', async () => {
    const { router, moves } = await tab({ start: '/checkout' });
    await router.navigate('/one');
    await router.navigate('/two');
    expect(moves).toEqual(['load /one', 'move on', 'load /two']);
  });

  it('leaves for a new document when the shell has moved, once', async () => {
    const { router, moves } = await tab({ shellHasMoved: true });
    await router.navigate('/two?a=1#b');
    await router.navigate('/one');
    expect(moves).toEqual(['leave for /two?a=1#b', 'load /two', 'move on', 'load /one']);
  });

  it.each([
    ['nobody', undefined],
    ['another remote', 'blog'],
  ])('leaves for a new document when the address has gone to %s', async (_, owner) => {
    const { router, moves } = await tab({ owners: ['shop', owner] });
    await router.navigate('/two');
    expect(moves).toEqual(['move on', 'leave for /two', 'load /two']);
  });

  it('comes back to life when the browser has kept it', async () => {
    const { page, moves, remotes } = await tab();
    const shown = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    shown();
    expect(moves).toEqual([]);
    Object.assign(remotes, { isLeaving: true });
    shown();
    expect(moves).toEqual(['reload']);
  });
});

it('a tab that is up to date stays as it is', async () => {
  const { router, moves } = await tab({ isBehind: false });
  await router.navigate('/two');
  expect(moves).toEqual(['load /two']);
});
