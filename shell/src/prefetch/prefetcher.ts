import type { SessionStatus } from '@isa/contract';
import { isPageRoute, type PageRoute, routeDataOf } from '@isa/contract/host';
import { matchPath, type RouteObject } from 'react-router-dom';
import { isPlain, speculativePage } from './speculative-page';

/** The connection by WICG's Network Information, which only Chromium has. */
interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** What may be prefetched: nothing on slow connections or with reduced data use; links on intent; visible links too. */
export type Allowance = 'none' | 'intent' | 'all';

/** @returns a function that reads the connection on each call, because it changes. */
export function createAllowance(page: Window): () => Allowance {
  const { connection }: Navigator & { readonly connection?: NetworkInformation } = page.navigator;
  const reducedData = page.matchMedia('(prefers-reduced-data: reduce)');
  return () => {
    const speed = connection?.effectiveType ?? '4g';
    if (connection?.saveData || reducedData.matches || speed.endsWith('2g')) return 'none';
    return speed === '3g' ? 'intent' : 'all';
  };
}

interface FoundPage {
  readonly route: PageRoute;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** React Router's own search sorts all routes on each call, which is too slow for every link of a page. */
export function createPageIndex(routes: readonly RouteObject[]): (pathname: string) => FoundPage | undefined {
  const byPath = new Map<string, FoundPage>();
  const patterns: PageRoute[] = [];
  for (const route of routes.flatMap((parent) => [parent, ...(parent.children ?? [])]).filter(isPageRoute)) {
    if (route.path.includes(':')) patterns.push(route);
    else byPath.set(route.path, { route, params: {} });
  }
  return (pathname) => {
    const found = byPath.get(pathname);
    if (found) return found;
    for (const route of patterns) {
      const match = matchPath(route.path, pathname);
      if (match) return { route, params: match.params };
    }
    return undefined;
  };
}

/** Limit for concurrent prefetches on intent; further ones are dropped, because they would come too late. */
const MAX_CONCURRENT = 3;
const LINKS_PER_IDLE = 10;

interface Target extends FoundPage {
  readonly url: URL;
}

type Content = NonNullable<Awaited<ReturnType<PageRoute['prefetch']>>>;

interface PrefetcherOptions {
  readonly find: (pathname: string) => FoundPage | undefined;
  readonly allowance: () => Allowance;
  readonly sessionStatus: () => SessionStatus;
  /** Whether the page on display or the one of a navigation in progress is of this route. */
  readonly isVisiting: (route: PageRoute) => boolean;
  readonly whenIdle: (run: () => void) => void;
}

export type Prefetcher = ReturnType<typeof createPrefetcher>;

export function createPrefetcher(options: PrefetcherOptions) {
  const { find, allowance, sessionStatus, isVisiting, whenIdle } = options;
  const prefetched = new Set<string | undefined>();
  const queue: HTMLAnchorElement[] = [];
  let isDraining = false;
  let running = 0;
  let intended: HTMLAnchorElement | undefined;

  function pageOf(link: HTMLAnchorElement): Target | undefined {
    const url = pageAddress(link);
    if (!url) return undefined;
    const found = find(url.pathname);
    return found && mayVisit(found.route, sessionStatus()) ? { url, ...found } : undefined;
  }

  function drain() {
    isDraining = queue.length > 0;
    if (isDraining) whenIdle(() => void prefetchNext().then(drain));
  }

  async function prefetchNext() {
    if (allowance() !== 'all') queue.length = 0;
    for (let count = 0; count < LINKS_PER_IDLE; count += 1) {
      const link = queue.shift();
      // A link may have left the page meanwhile.
      const route = link?.isConnected ? pageOf(link)?.route : undefined;
      if (route && !prefetched.has(route.id)) return prefetch(route);
    }
  }

  /** Failures are ignored, because the visit reports its own, and a later prefetch may succeed. */
  async function prefetch(route: PageRoute, visit?: Parameters<PageRoute['prefetch']>[0]) {
    prefetched.add(route.id);
    try {
      return await route.prefetch(visit);
    } catch {
      prefetched.delete(route.id);
      return undefined;
    }
  }

  /** A page with a document of its own is rendered there, and the page of the route on display stays. */
  async function renderSpeculatively(
    link: HTMLAnchorElement,
    { route, url }: Target,
    content: Content,
  ): Promise<void> {
    const isIntended = () => intended === link && !isVisiting(route);
    if (!isPlain(url) || !isPlain(location) || routeDataOf(route.handle)?.ownDocument || !isIntended())
      return;
    try {
      const page = await content();
      if (isIntended()) speculativePage.render(route, url.pathname, page);
    } catch {
      // The failure is ignored, because the visit reports its own.
    }
  }

  function leave(): void {
    intended = undefined;
    const next = speculativePage.getState();
    if (next && !isVisiting(next.route)) speculativePage.clear();
  }

  return {
    /** A link has become visible: prefetches its page's code, one page after the other. */
    onVisible(link: HTMLAnchorElement): void {
      if (allowance() !== 'all') return;
      queue.push(link);
      if (!isDraining) drain();
    },
    /** A link is likely to be followed: prefetches code and data at once, and renders the speculative page. */
    onIntent(link: HTMLAnchorElement): void {
      if (link !== intended) leave();
      if (allowance() === 'none' || running >= MAX_CONCURRENT) return;
      const target = pageOf(link);
      if (!target) return;
      intended = link;
      running += 1;
      void prefetch(target.route, target)
        .finally(() => (running -= 1))
        .then((content) => content && renderSpeculatively(link, target, content));
    },
    onLeave: leave,
    /** Forgets what was prefetched, because the tab now uses other releases. */
    reset(): void {
      prefetched.clear();
      speculativePage.clear();
    },
  };
}

/** @returns the address, if a plain click leads to another page of this site. */
function pageAddress(link: HTMLAnchorElement): URL | undefined {
  const opensElsewhere = link.target !== '' && link.target !== '_self';
  if (opensElsewhere || link.hasAttribute('download') || link.origin !== location.origin) return undefined;
  if (link.pathname === location.pathname && link.search === location.search) return undefined;
  return new URL(link.href);
}

function mayVisit({ handle }: PageRoute, status: SessionStatus): boolean {
  const { access = 'anyone' } = routeDataOf(handle) ?? {};
  if (access === 'anyone') return true;
  return access === 'signed-in' ? status === 'in' : status === 'out';
}
