import { PageHandle } from '@isa/contract/host';
import { createMemoryRouter } from 'react-router-dom';
import { createStore } from 'zustand/vanilla';
import { createDocumentExit, type DocumentExit } from './leave-document';
import { siteNavigation } from './navigation';
import type { PinnedReleases } from './pinned-releases';
import { updateOnNavigation } from './update-on-navigation';

interface TabOptions {
  readonly hasUpdate?: boolean;
  readonly newShell?: string;
  readonly isBusy?: boolean;
  readonly hasStaffViewEnded?: boolean;
  /** The remotes that have /two before and after the update. */
  readonly owners?: readonly [string | undefined, string | undefined];
  readonly start?: string;
}

const navigationWith = (owner: string | undefined) =>
  siteNavigation(
    owner === undefined ? [] : [{ name: owner, menu: [], routes: [{ path: '/two', title: 'Two' }] }],
  );

async function openTab({
  hasUpdate = true,
  newShell,
  isBusy = false,
  hasStaffViewEnded = false,
  owners: [before, after] = ['shop', 'shop'],
  start = '/one',
}: TabOptions = {}) {
  const events: string[] = [];
  const navigation = createStore(() => navigationWith(before));
  const pinned: Pick<PinnedReleases, 'hasUpdate' | 'newest' | 'navigation' | 'update'> = {
    hasUpdate,
    newest: { revision: 2, newShell, remotes: [], retired: [] },
    navigation,
    update() {
      events.push('update');
      navigation.setState(navigationWith(after));
    },
  };
  const route = (path: string, keepsVersion = false) => ({
    path,
    handle: new PageHandle(() => ({ path, title: path, keepsVersion })),
    element: null,
    loader: () => (events.push(`load ${path}`), null),
  });
  const router = createMemoryRouter([route('/one'), route('/two'), route('/checkout', true)], {
    initialEntries: [start],
  });
  await new Promise<void>((resolve) => {
    const end = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      end();
      resolve();
    });
    router.initialize();
  });
  events.length = 0;
  const location = {
    assign: (address: string) => void events.push(`leave for ${address}`),
    reload: () => void events.push('reload'),
  };
  const page = Object.assign(new EventTarget(), { sessionStorage, location });
  const exit: DocumentExit = createDocumentExit(page as never);
  updateOnNavigation({
    router,
    pinned,
    exit,
    isVisitorBusy: () => isBusy,
    hasStaffViewEnded: () => hasStaffViewEnded,
    page: page as never,
  });
  return { router, events, page, exit };
}

describe('a tab with an update', () => {
  beforeEach(() => sessionStorage.clear());

  it('updates with a navigation, before the next page is loaded', async () => {
    const { router, events } = await openTab();
    await router.navigate('/two');
    expect(events).toEqual(['update', 'load /two']);
  });

  it('does not update with a revalidation', async () => {
    const { router, events } = await openTab();
    await router.revalidate();
    expect(events).toEqual(['load /one']);
  });

  it('waits while the visitor is busy', async () => {
    const { router, events } = await openTab({ isBusy: true });
    await router.navigate('/two');
    expect(events).toEqual(['load /two']);
  });

  it('waits on a page with keepsVersion, and updates after it', async () => {
    const { router, events } = await openTab({ start: '/checkout' });
    await router.navigate('/one');
    await router.navigate('/two');
    expect(events).toEqual(['load /one', 'update', 'load /two']);
  });

  it('leaves once for a new document when there is a new shell', async () => {
    const { router, events } = await openTab({ newShell: '2.0.0' });
    await router.navigate('/two?a=1#b');
    await router.navigate('/one');
    expect(events).toEqual(['leave for /two?a=1#b', 'load /two', 'update', 'load /one']);
  });

  it.each([true, false])(
    'leaves for a new document once its staff view has ended (with an update: %s)',
    async (hasUpdate) => {
      const { router, events } = await openTab({ hasStaffViewEnded: true, hasUpdate });
      await router.navigate('/two');
      expect(events).toEqual(['leave for /two', 'load /two']);
    },
  );

  it('does not leave from a page with keepsVersion when its staff view has ended', async () => {
    const { router, events } = await openTab({ hasStaffViewEnded: true, start: '/checkout' });
    await router.navigate('/one');
    expect(events).toEqual(['load /one']);
  });

  it.each([
    ['no remote', undefined],
    ['another remote', 'blog'],
  ])('leaves for a new document when the update gives the address to %s', async (_, owner) => {
    const { router, events } = await openTab({ owners: ['shop', owner] });
    await router.navigate('/two');
    expect(events).toEqual(['update', 'leave for /two', 'load /two']);
  });

  it('reloads when the back/forward cache restores it after it was left', async () => {
    const { page, events, exit } = await openTab();
    const shown = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    shown();
    expect(events).toEqual([]);
    void exit.leave('/two');
    events.length = 0;
    shown();
    expect(events).toEqual(['reload']);
  });
});

it('a tab without an update only loads the page', async () => {
  const { router, events } = await openTab({ hasUpdate: false });
  await router.navigate('/two');
  expect(events).toEqual(['load /two']);
});
