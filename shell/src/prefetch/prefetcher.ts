import type { SessionStatus } from '@isa/contract';
import type { PageRoute, RouteData } from '@isa/contract/host';
import type { Allowance } from './connection';
import type { FoundPage } from './page-index';

/** How many pages may be fetched ahead at once. What waits longer than that is not worth it any more. */
const AT_ONCE = 3;
/** How many links are looked at before the visitor is asked again whether there is anything to do. */
const LINKS_PER_MOMENT = 10;

export interface PrefetcherOptions {
  readonly find: (pathname: string) => FoundPage | undefined;
  readonly allowance: () => Allowance;
  readonly sessionStatus: () => SessionStatus;
  readonly here: () => Location;
  /** Runs something as soon as the visitor is not waiting for anything. */
  readonly whenIdle: (run: () => void) => void;
}

export interface Prefetcher {
  /** A link has come into view: its page's code may come, one page after the other. */
  seen(link: HTMLAnchorElement): void;
  /** A link is about to be followed: code and data come now. */
  pointedAt(link: HTMLAnchorElement): void;
  /** The releases have changed, so that what was fetched is not what will be asked for. */
  forget(): void;
}

export function createPrefetcher(options: PrefetcherOptions): Prefetcher {
  const { find, allowance, sessionStatus, here, whenIdle } = options;
  const fetched = new Set<string | undefined>();
  const line: HTMLAnchorElement[] = [];
  let lineMoves = false;
  let underWay = 0;

  /** The page behind a link, if it is one that this visitor may fetch ahead. */
  function pageOf(link: HTMLAnchorElement) {
    const url = addressOf(link, here());
    if (!url) return undefined;
    const found = find(url.pathname);
    return found && mayVisit(found.route, sessionStatus()) ? { url, ...found } : undefined;
  }

  /** One page at a time, and only while nobody waits for anything. */
  function moveLine() {
    lineMoves = line.length > 0;
    if (lineMoves) whenIdle(() => void fetchNext().then(moveLine));
  }

  async function fetchNext() {
    if (allowance() !== 'all') line.length = 0;
    for (let count = 0; count < LINKS_PER_MOMENT; count += 1) {
      const link = line.shift();
      // One that has left the page by now is of no interest any more.
      const route = link?.isConnected ? pageOf(link)?.route : undefined;
      if (route && !fetched.has(route.id)) return fetch(route);
    }
  }

  /** The visit itself will say what is wrong; a page that could not be fetched ahead may be tried again. */
  async function fetch(route: PageRoute, visit?: Parameters<PageRoute['prefetch']>[0]) {
    fetched.add(route.id);
    try {
      await route.prefetch(visit);
    } catch {
      fetched.delete(route.id);
    }
  }

  return {
    seen(link) {
      if (allowance() !== 'all') return;
      line.push(link);
      if (!lineMoves) moveLine();
    },
    pointedAt(link) {
      if (allowance() === 'nothing' || underWay >= AT_ONCE) return;
      const page = pageOf(link);
      if (!page) return;
      underWay += 1;
      void fetch(page.route, page).finally(() => (underWay -= 1));
    },
    forget: () => fetched.clear(),
  };
}

/** Another page of this site that a plain click leads to. */
function addressOf(link: HTMLAnchorElement, here: Location): URL | undefined {
  const elsewhere = link.target !== '' && link.target !== '_self';
  if (elsewhere || link.hasAttribute('download') || link.origin !== here.origin) return undefined;
  if (link.pathname === here.pathname && link.search === here.search) return undefined;
  return new URL(link.href);
}

function mayVisit({ handle }: PageRoute, status: SessionStatus): boolean {
  const { access = 'anyone' } = handle as RouteData;
  if (access === 'anyone') return true;
  return access === 'signed-in' ? status === 'in' : status === 'out';
}
