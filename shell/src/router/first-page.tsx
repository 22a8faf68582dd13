import type { Host, MenuEntry } from '@isa/contract';
import type { PageRoute } from '@isa/contract/host';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { App } from '../app';
import type { Toasts } from '../layout/toasts';
import type { Remotes } from '../remotes/remotes';
import { type ComposedPage, pageHeadOf } from '../../formats/page-data';
import { NOT_FOUND_ROUTE, routes } from './router';

type Router = ReturnType<typeof createBrowserRouter>;

export interface FirstPageOptions {
  readonly root: HTMLElement;
  readonly host: Host;
  readonly toasts: Toasts;
  readonly remotes: Remotes;
  /** What is in the document already, if anything. */
  readonly composed: ComposedPage | undefined;
  /** The menu that was drawn into it: that of the live releases. */
  readonly composedMenu: readonly MenuEntry[];
}

/**
 * Brings the page to life, in one of three ways:
 * - **hydrate** what was prerendered, once the code that drew it is here;
 * - **replace** it in one go, where this visitor has another release than the page was prerendered with;
 * - **draw** it from nothing, where nothing was prerendered.
 * What cannot be loaded never empties the page.
 */
export async function drawFirstPage({
  root,
  host,
  toasts,
  remotes,
  composed,
  composedMenu,
}: FirstPageOptions): Promise<Router> {
  let start = () => {};
  // Loaders wait for it: what is being hydrated must not change underneath.
  const ready = new Promise<void>((resolve) => (start = resolve));
  const all = routes({ host, toasts, remotes, ready });
  const route = matchRoutes(all, location.pathname)?.at(-1)?.route;
  const app = (router: Router, onDrawn?: () => void) => (
    <App
      host={host}
      overridden={remotes.releases.filter(({ slot }) => slot === 'override')}
      {...(onDrawn && { onDrawn })}
    >
      <RouterProvider router={router} />
    </App>
  );

  if (
    composed &&
    route &&
    isAsComposed(composed, route, remotes.releases) &&
    isSame(remotes.menu, composedMenu) &&
    (composed.kind !== 'page' || (await prepare(route, composed, remotes)))
  ) {
    const router = createBrowserRouter(all, composed.hydration ? { hydrationData: composed.hydration } : {});
    if (composed.kind === 'frame') forgetHead(router);
    // Some hundred milliseconds of work; as a transition it lets the visitor scroll and type in between.
    startTransition(() => void hydrateRoot(root, app(router, start)));
    await ready;
    return router;
  }

  start();
  const router = createBrowserRouter(all);
  forgetHead(router);
  if (composed) await initialized(router);
  createRoot(root).render(app(router));
  return router;
}

/**
 * Whether the document holds what the router would draw with this visitor's releases. Which release a whole page is
 * drawn with is only known when its code is here.
 */
function isAsComposed(
  { kind, route: drawn, release }: ComposedPage,
  route: RouteObject,
  releases: Remotes['releases'],
): boolean {
  if (kind === 'missing') return route.id === NOT_FOUND_ROUTE;
  if (drawn !== route.path) return false;
  if (kind === 'page' || !release) return true;
  return releases.some(({ name, version }) => name === release.name && version === release.version);
}

/** The menu is part of every page, and another release may bring another one. */
function isSame(menu: readonly MenuEntry[], composed: readonly MenuEntry[]): boolean {
  return JSON.stringify(menu) === JSON.stringify(composed);
}

/**
 * Fetches the code of a prerendered page. Without any the page is kept as it is; the router draws the stand-in that
 * says so.
 * @returns `false` when what was found is another release than the page was drawn with.
 */
async function prepare(route: RouteObject, { release }: ComposedPage, { inUse }: Remotes): Promise<boolean> {
  try {
    await (route as PageRoute).prepare();
  } catch (error) {
    reportError(error);
    return true;
  }
  return !release || inUse(release.name)?.version === release.version;
}

/** Resolves when the first page has its code and data, or its failure; after all redirects. */
function initialized(router: Router): Promise<void> {
  const isThere = ({ initialized: started, navigation }: Router['state']) =>
    started && navigation.state === 'idle';
  if (isThere(router.state)) return Promise.resolve();
  return new Promise((resolve) => {
    const forget = router.subscribe((state) => {
      if (!isThere(state)) return;
      forget();
      resolve();
    });
  });
}

/** The composed title gives way to that of the first page; of two, a browser shows the first. */
function forgetHead(router: Router): void {
  const head = pageHeadOf(document);
  void initialized(router).then(() => head.forEach((element) => element.remove()));
}
