import type { MenuEntry } from '@isa/contract';
import { isPageRoute } from '@isa/contract/host';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { type ComposedPage, pageHeadElements } from '../../formats/page-data';
import { keyHistoryEntry } from '../browser/history-entry';
import { pageAhead, showAheadAtOnce } from '../prefetch/page-ahead';
import type { Remotes } from '../remotes/remotes';
import { App } from './app';
import { isReadable, setFirstPage } from './prerendered-page';
import { NOT_FOUND_ROUTE, routes, type RoutesOptions } from './router';

type Router = ReturnType<typeof createBrowserRouter>;

const createRouter = (...options: Parameters<typeof createBrowserRouter>) =>
  showAheadAtOnce(createBrowserRouter(...options), pageAhead);

export interface FirstPageOptions extends Pick<RoutesOptions, 'host' | 'toasts' | 'remotes'> {
  readonly root: HTMLElement;
  /** What the document contains; absent when it was not prerendered. */
  readonly composed: ComposedPage | undefined;
  readonly isPreview: boolean;
  /** The menu in the document: that of the live releases. */
  readonly composedMenu: readonly MenuEntry[];
}

/**
 * Makes the page interactive, in one of three ways:
 * - **hydrate** the prerendered page once its code is loaded;
 * - **replace** it in one step, where this visitor has another release than the one that rendered it;
 * - **render** it, where nothing was prerendered.
 * A failure to load code never empties a page that can be read without it.
 */
export async function renderFirstPage(options: FirstPageOptions): Promise<Router> {
  const { root, host, toasts, remotes, isPreview, composed } = options;
  const isKept = composed?.kind === 'page' && isReadable(root);
  keyHistoryEntry(window);
  let setReady = () => {};
  const ready = new Promise<void>((resolve) => (setReady = resolve));
  const all = routes({ host, toasts, remotes, ready });
  const route = matchRoutes(all, location.pathname)?.at(-1)?.route;
  const app = (router: Router, onReady?: () => void) => (
    <App host={host} releases={remotes.releases} isPreview={isPreview} onReady={onReady}>
      <RouterProvider router={router} />
    </App>
  );

  if (composed && route && (await canHydrate(composed, route, options))) {
    const router = createRouter(all, composed.hydration ? { hydrationData: composed.hydration } : {});
    if (isKept) setFirstPage(router.state.location);
    if (composed.kind === 'frame') removeComposedHead();
    // Hydration takes hundreds of milliseconds; a transition lets the visitor scroll and type meanwhile.
    document.documentElement.dataset.isaHydrating = '';
    startTransition(() => void hydrateRoot(root, app(router, setReady)));
    await ready;
    return router;
  }

  setReady();
  const router = createRouter(all);
  if (isKept) setFirstPage(router.state.location);
  removeComposedHead();
  if (composed) await settled(router);
  await new Promise<void>((resolve) => createRoot(root).render(app(router, resolve)));
  return router;
}

/**
 * Whether this visitor has access to the document's page and their releases render it, the frame or the error screen.
 * Loads a page's code.
 */
async function canHydrate(
  composed: ComposedPage,
  route: RouteObject,
  { root, remotes, composedMenu }: FirstPageOptions,
): Promise<boolean> {
  const { kind, release } = composed;
  // Another release may have another menu, which every page contains.
  if (JSON.stringify(remotes.navigation.getState().menu) !== JSON.stringify(composedMenu)) return false;
  if (kind === 'missing') return route.id === NOT_FOUND_ROUTE;
  if (composed.route !== route.path) return false;
  if (isPageRoute(route) && route.accessRedirect(new URL(location.href)) !== undefined) return false;
  const isComposedWith = (other: Remotes['releases'][number] | undefined) =>
    !release || (other?.name === release.name && other.version === release.version);
  if (kind === 'frame') return !release || remotes.releases.some(isComposedWith);
  try {
    if (isPageRoute(route)) await route.prepare();
  } catch (error) {
    reportError(error);
    // The router then shows the prerendered HTML and offers a retry, or the failure.
    return isReadable(root);
  }
  // The release is known only after its code is loaded, because of fallbacks.
  return isComposedWith(release && remotes.inUse(release.name));
}

/** Resolves when the first page has its code and data, or has failed; after all redirects. */
async function settled(router: Router): Promise<void> {
  while (!router.state.initialized || router.state.navigation.state !== 'idle') {
    await new Promise<void>((resolve) => {
      const unsubscribe = router.subscribe(() => {
        unsubscribe();
        resolve();
      });
    });
  }
}

/**
 * Removes the composed title when the page has added its own: of two titles a browser shows the first, and without one
 * it shows the address.
 */
function removeComposedHead(): void {
  const composed = pageHeadElements(document);
  const observer = new MutationObserver(() => {
    if ([...document.head.getElementsByTagName('title')].every((title) => composed.includes(title))) return;
    observer.disconnect();
    composed.forEach((element) => element.remove());
  });
  observer.observe(document.head, { childList: true });
}
