import { createStore } from '@isa/contract';
import type { PageAddress, PageRoute } from '@isa/contract/host';
import type { ReactNode } from 'react';
import {
  createPath,
  type DataRouter,
  matchPath,
  NavigationType,
  type RouterNavigateOptions,
  type To,
} from 'react-router-dom';

/** A page that is rendered, and not shown, before the visitor follows a link to it. */
export interface SpeculativePage extends PageAddress {
  readonly key: string;
  readonly route: PageRoute;
  readonly page: ReactNode;
}

const { setState, ...store } = createStore<SpeculativePage | undefined>(() => undefined);
let count = 0;

/** The store of the speculative page, of which there is at most one (decision 0312). */
export const speculativePage = {
  ...store,
  render(route: PageRoute, pathname: string, page: ReactNode): void {
    const present = store.getState();
    if (present && present.page === page && present.location.pathname === pathname) return;
    count += 1;
    setState(
      {
        key: `speculative ${count}`,
        route,
        page,
        location: { pathname, search: '', hash: '', state: null, key: 'speculative' },
        params: matchPath(route.path, pathname)?.params ?? {},
      },
      true,
    );
  },
  clear: () => setState(undefined, true),
};

/**
 * Shows a page that a link leads to in one step, unless a view transition shows it. A transition would capture the page on
 * display, and slices would render it again; a speculative page needs neither. Back renders a whole page, in slices.
 * React Router's `flushSync` has no effect with a loader.
 */
export function commitSynchronously<Router extends DataRouter>(router: Router): Router {
  const { navigate, subscribe } = router;
  const isSpeculative = (pathname: string) => pathname === store.getState()?.location.pathname;
  router.navigate = (to: number | To | null, options?: RouterNavigateOptions) => {
    if (typeof to === 'number') return navigate(to);
    return navigate(
      to,
      to !== null && isSpeculative(pathOf(to)) ? { ...options, viewTransition: false } : options,
    );
  };
  // All subscribers share it: the first one shows the page, and the next one must not take the focus from its heading.
  let shown = router.state.location.pathname;
  router.subscribe = (subscriber) =>
    subscribe((state, options) => {
      const { historyAction, location, navigation } = state;
      if (location.pathname !== shown) releaseFocus();
      shown = location.pathname;
      const isVisit = historyAction === NavigationType.Push && navigation.state === 'idle';
      const isAtOnce = isSpeculative(location.pathname) || (isVisit && !options.viewTransitionOpts);
      subscriber(state, isAtOnce ? { ...options, flushSync: true } : options);
    });
  return router;
}

/**
 * Takes the focus from a link of the page that goes. When an element with the focus is removed, Chromium first computes the
 * styles of both pages, which was a fifth of the work of a tap. The new page gets the focus anyway.
 */
function releaseFocus(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.closest('main')) activeElement.blur();
}

const pathOf = (to: To): string => (typeof to === 'string' ? to : createPath(to));

/** Whether an address has nothing but a path. A query or a fragment may change what a page renders first. */
export function isPlain({ search, hash }: Pick<Location, 'search' | 'hash'>): boolean {
  return search === '' && hash === '';
}
