import type { PageRoute, RouteData, SessionStatus } from '@isa/contract';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import type { Allowance } from './connection';

/** How many pages may be fetched ahead at once. What waits longer than that is not worth it any more. */
const AT_ONCE = 3;

export interface PrefetcherOptions {
  readonly routes: () => RouteObject[];
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
  const { routes, allowance, sessionStatus, here, whenIdle } = options;
  const fetched = new Set<string | undefined>();
  const line: PageRoute[] = [];
  let lineMoves = false;
  let underWay = 0;

  /** The page behind a link, if it is one that this visitor may fetch ahead. */
  function pageOf(link: HTMLAnchorElement) {
    const url = addressOf(link, here());
    if (!url) return undefined;
    const match = matchRoutes(routes(), url.pathname)?.at(-1);
    if (!match || !isPage(match.route) || !mayVisit(match.route, sessionStatus())) return undefined;
    return { url, params: match.params, route: match.route };
  }

  /** One at a time, and only while nobody waits for anything. */
  function moveLine() {
    const route = line.shift();
    lineMoves = route !== undefined;
    if (!route) return;
    whenIdle(() => {
      if (allowance() !== 'all') line.length = 0;
      else if (!fetched.has(route.id)) return void fetch(route).then(moveLine);
      moveLine();
    });
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
      const page = allowance() === 'all' ? pageOf(link) : undefined;
      if (!page || fetched.has(page.route.id) || line.some(({ id }) => id === page.route.id)) return;
      line.push(page.route);
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

function isPage(route: RouteObject): route is PageRoute {
  return 'prefetch' in route;
}

function mayVisit({ handle }: PageRoute, status: SessionStatus): boolean {
  const { access = 'anyone' } = handle as RouteData;
  if (access === 'anyone') return true;
  return access === 'signed-in' ? status === 'in' : status === 'out';
}
