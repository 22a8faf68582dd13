import type { Host } from '@isa/contract';
import type { DataRouter } from 'react-router-dom';
import type { Remotes } from '../remotes/remotes';
import { createAllowance } from './connection';
import { createPageIndex } from './page-index';
import { createPrefetcher } from './prefetcher';
import { watchLinks, whenIdle } from './watch-links';

/** Links that are merely seen wait until the page has been there for a while, in milliseconds. */
const QUIET_MILLISECONDS = 2_000;

export interface PrefetchOptions {
  readonly page: Window & typeof globalThis;
  readonly router: Pick<DataRouter, 'routes'>;
  readonly session: Host['session'];
  readonly remotes: Pick<Remotes, 'subscribe'>;
}

/**
 * Fetches the code of pages whose links are seen, and code and data of those that are pointed at, so that a click
 * shows the next page without waiting for the network (decision 312).
 */
export function prefetchLinks({ page, router, session, remotes }: PrefetchOptions): void {
  const quiet = new Promise((resolve) => page.setTimeout(resolve, QUIET_MILLISECONDS));
  const prefetcher = createPrefetcher({
    find: createPageIndex(router.routes),
    allowance: createAllowance(page),
    sessionStatus: () => session.store.getState().status,
    here: () => page.location,
    whenIdle: (run) => void quiet.then(() => whenIdle(page, run)),
  });
  watchLinks(page, prefetcher);
  remotes.subscribe(prefetcher.forget);
}
