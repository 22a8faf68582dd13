import type { Host } from '@isa/contract';
import type { DataRouter } from 'react-router-dom';
import type { Remotes } from '../remotes/remotes';
import { pageAhead } from './page-ahead';
import { createAllowance } from './connection';
import { createPageIndex } from './page-index';
import { createPrefetcher } from './prefetcher';
import { watchLinks, whenIdle } from './watch-links';

/** Delay before visible links are prefetched, in milliseconds. */
const QUIET_MILLISECONDS = 2_000;

export interface PrefetchOptions {
  readonly page: Window & typeof globalThis;
  readonly router: Pick<DataRouter, 'routes' | 'state'>;
  readonly session: Host['session'];
  readonly remotes: Pick<Remotes, 'navigation'>;
}

/** Prefetches the code of visible links, and code and data on intent (decision 312), and then renders the page ahead. */
export function prefetchLinks({ page, router, session, remotes }: PrefetchOptions): void {
  const quiet = new Promise((resolve) => page.setTimeout(resolve, QUIET_MILLISECONDS));
  const prefetcher = createPrefetcher({
    find: createPageIndex(router.routes),
    allowance: createAllowance(page),
    sessionStatus: () => session.store.getState().status,
    here: () => page.location,
    ahead: pageAhead,
    isVisiting: ({ id }) =>
      [router.state, router.state.navigation].some(({ matches }) => matches?.at(-1)?.route.id === id),
    whenIdle: (run) => void quiet.then(() => whenIdle(page, run)),
  });
  watchLinks(page, prefetcher);
  remotes.navigation.subscribe(prefetcher.reset);
}
