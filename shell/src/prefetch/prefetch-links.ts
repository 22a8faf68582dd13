import type { Host } from '@isa/contract';
import type { DataRouter } from 'react-router-dom';
import type { Remotes } from '../remotes/remotes';
import { whenIdle } from '../browser/when-idle';
import { createAllowance, createPageIndex, createPrefetcher, type Prefetcher } from './prefetcher';

/** How long a mouse must stay on a link to count as intent, in milliseconds. */
export const DWELL_MILLISECONDS = 65;

/** Watches all links of the document, including those that are added later. */
export function watchLinks({ onVisible, onIntent, onLeave }: Omit<Prefetcher, 'reset'>): void {
  let hovered:
    | { readonly link: HTMLAnchorElement; readonly timer: ReturnType<typeof setTimeout> }
    | undefined;

  function leave() {
    if (!hovered) return;
    clearTimeout(hovered.timer);
    hovered = undefined;
    onLeave();
  }

  document.addEventListener('pointerover', ({ target, pointerType }) => {
    const link = linkOf(target);
    if (pointerType !== 'mouse' || link === hovered?.link) return;
    leave();
    if (link) hovered = { link, timer: setTimeout(() => onIntent(link), DWELL_MILLISECONDS) };
  });
  document.documentElement.addEventListener('pointerleave', leave);
  function onTouchOrFocus({ target }: Event) {
    const link = linkOf(target);
    if (link) onIntent(link);
  }
  document.addEventListener('pointerdown', onTouchOrFocus, { passive: true });
  document.addEventListener('focusin', onTouchOrFocus, { passive: true });
  // A touch that becomes a scroll follows no link.
  document.addEventListener('pointercancel', onLeave, { passive: true });

  watchVisibility(onVisible);
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  return (target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')) || undefined;
}

/** Calls back once for each link that becomes visible. */
function watchVisibility(onVisible: Prefetcher['onVisible']): void {
  if (!('IntersectionObserver' in window)) return;
  const observed = new WeakSet<Element>();
  const visibility = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
      visibility.unobserve(target);
      onVisible(target);
    }
  });

  let isScheduled = false;
  function observeNewLinks() {
    isScheduled = false;
    for (const link of document.querySelectorAll('a[href]')) {
      if (observed.has(link)) continue;
      observed.add(link);
      visibility.observe(link);
    }
  }
  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    whenIdle(observeNewLinks);
  }
  new MutationObserver(schedule).observe(document.body, { childList: true, subtree: true });
  schedule();
}

/** Delay before visible links are prefetched, in milliseconds. */
const QUIET_MILLISECONDS = 2_000;

interface PrefetchOptions {
  readonly router: Pick<DataRouter, 'routes' | 'state'>;
  readonly session: Host['session'];
  readonly remotes: Pick<Remotes, 'navigation'>;
}

/** Prefetches the code of visible links, and code and data on intent (decision 0312), and then renders the speculative page. */
export function prefetchLinks({ router, session, remotes }: PrefetchOptions): void {
  const quiet = new Promise((resolve) => setTimeout(resolve, QUIET_MILLISECONDS));
  const prefetcher = createPrefetcher({
    find: createPageIndex(router.routes),
    allowance: createAllowance(window),
    sessionStatus: () => session.store.getState().status,
    isVisiting: ({ id }) =>
      [router.state, router.state.navigation].some(({ matches }) => matches?.at(-1)?.route.id === id),
    whenIdle: (run) => void quiet.then(() => whenIdle(run)),
  });
  watchLinks(prefetcher);
  remotes.navigation.subscribe(prefetcher.reset);
}
