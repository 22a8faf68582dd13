import type { Host } from '@isa/contract';
import type { DataRouter } from 'react-router-dom';
import type { Remotes } from '../remotes/remotes';
import { allowanceOf } from './connection';
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
  const prefetcher = createPrefetcher({
    routes: () => router.routes,
    allowance: () => allowanceOf(page),
    sessionStatus: () => session.store.getState().status,
    here: () => page.location,
    whenIdle: (run) => whenIdle(page, run),
  });
  const begun = performance.now();
  watchLinks(page, {
    pointedAt: prefetcher.pointedAt,
    seen(link) {
      const early = QUIET_MILLISECONDS - (performance.now() - begun);
      if (early <= 0) return prefetcher.seen(link);
      // A link that has left the page by then is of no interest any more.
      page.setTimeout(() => link.isConnected && prefetcher.seen(link), early);
    },
  });
  remotes.subscribe(prefetcher.forget);
}
