import type { MenuEntry } from '@isa/contract';
import { isPageRoute } from '@isa/contract/host';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { canonicalPath } from '../../platform/formats/canonical-path';
import { type PrerenderedPage, pageHeadElements } from '../../platform/formats/page-data';
import { keepEarlyInput } from '../browser/early-input';
import { keyHistoryEntry } from '../browser/history-entry';
import { nextTask } from '../browser/next-task';
import { commitSynchronously } from '../prefetch/speculative-page';
import type { Remotes } from '../remotes/remotes';
import { App } from './app';
import { isReadable, setFirstPage } from './prerendered-page';
import { NOT_FOUND_ROUTE, routes, type RoutesOptions } from './router';

type Router = ReturnType<typeof createBrowserRouter>;

const createRouter = (...options: Parameters<typeof createBrowserRouter>) =>
  commitSynchronously(createBrowserRouter(...options));

export interface FirstPageOptions extends Pick<RoutesOptions, 'host' | 'remotes'> {
  readonly root: HTMLElement;
  /** What the document contains; absent when it was not prerendered. */
  readonly prerendered: PrerenderedPage | undefined;
  readonly isPreview: boolean;
  /** The menu in the document, which is that of the live releases. */
  readonly builtMenu: readonly MenuEntry[];
}

/**
 * Makes the page interactive in one of three ways: **hydrate** the prerendered page; **replace** it, where
 * this visitor has another release; **render** it, where nothing was prerendered. A failure never empties a
 * page that can be read.
 */
export async function renderFirstPage(options: FirstPageOptions): Promise<Router> {
  const { root, host, remotes, isPreview, prerendered } = options;
  const name = prerendered?.release?.name;
  // A developer, or a member of staff who chose a release, must see its failure, and no page of another one instead.
  const isOverridden = remotes.releases.some((one) => one.name === name && one.slot === 'override');
  const isKept = prerendered?.kind === 'page' && !isOverridden && isReadable(root);
  keyHistoryEntry(window);
  const fillAgain = keepEarlyInput(root);
  let setReady = () => {};
  const ready = new Promise<void>((resolve) => (setReady = resolve));
  let current: Router | undefined;
  const hash = () => (current?.state.navigation.location ?? location).hash;
  const all = routes({ host, remotes, ready, hash });
  const route = matchRoutes(all, location.pathname)?.at(-1)?.route;
  showCanonicalAddress(route);
  const app = (router: Router, onReady?: () => void) => (
    <App host={host} releases={remotes.releases} isPreview={isPreview} onReady={onReady}>
      <RouterProvider router={router} />
    </App>
  );

  if (prerendered && route && (await canHydrate(prerendered, route, isKept, options))) {
    // The page's code has run in this task; hydration gets its own.
    await nextTask();
    const router = createRouter(all, prerendered.hydration ? { hydrationData: prerendered.hydration } : {});
    current = router;
    if (isKept) setFirstPage(router.state.location);
    const removeHead = createHeadRemoval();
    const isTranslated = root.querySelector('font') !== null;
    if (prerendered.kind === 'frame') removeHead();
    // Hydration takes hundreds of milliseconds; a transition lets the visitor scroll and type meanwhile.
    document.documentElement.dataset.isaHydrating = '';
    startTransition(
      () =>
        void hydrateRoot(root, app(router, setReady), {
          // The document was changed before this script ran, so React has rendered the page anew, and its head as well.
          onRecoverableError(error) {
            // The elements into which browsers translate texts; a translated page differs by intention.
            if (!isTranslated && !root.querySelector('font')) reportError(error);
            removeHead();
            fillAgain();
          },
        }),
    );
    await ready;
    fillAgain();
    return router;
  }

  setReady();
  const router = createRouter(all);
  current = router;
  if (isKept) setFirstPage(router.state.location);
  createHeadRemoval()();
  if (prerendered) await settled(router);
  await new Promise<void>((resolve) => createRoot(root).render(app(router, resolve)));
  fillAgain();
  return router;
}

/** A host that only serves files does not redirect to the address for which the page was rendered. */
function showCanonicalAddress(route: RouteObject | undefined): void {
  const { pathname, search, hash } = location;
  const address = route && isPageRoute(route) ? canonicalPath(route.path, pathname) : undefined;
  if (address === undefined || address === pathname) return;
  history.replaceState(history.state, '', address + search + hash);
}

/** @returns whether this visitor's releases render the document's page. Loads its code. */
async function canHydrate(
  prerendered: PrerenderedPage,
  route: RouteObject,
  isKept: boolean,
  { remotes, builtMenu }: FirstPageOptions,
): Promise<boolean> {
  const { kind, release } = prerendered;
  // Another release may have another menu, which every page contains.
  if (JSON.stringify(remotes.navigation.getState().menu) !== JSON.stringify(builtMenu)) return false;
  if (kind === 'missing') return route.id === NOT_FOUND_ROUTE;
  if (prerendered.route !== route.path) return false;
  if (isPageRoute(route) && route.accessRedirect(new URL(location.href)) !== undefined) return false;
  const isBuiltWith = (other: Remotes['releases'][number] | undefined) =>
    !release || (other?.name === release.name && other.version === release.version);
  if (kind === 'frame') return !release || remotes.releases.some(isBuiltWith);
  try {
    if (isPageRoute(route)) await route.prepare();
  } catch (error) {
    reportError(error);
    // The router then shows the prerendered HTML and offers a retry, or the failure.
    return isKept;
  }
  // The release is known only after its code is loaded, because of fallbacks.
  return isBuiltWith(release && remotes.inUse(release.name));
}

/** Resolves when the first page, after all redirects, has its code and data or has failed. */
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
 * @returns a function that removes what the document's head now has for its page, as soon as it has another title: of
 * two titles a browser shows the first, and without one it shows the address.
 */
function createHeadRemoval(): () => void {
  const prerendered = pageHeadElements(document);
  return () => {
    const remove = () => {
      const titles = [...document.head.getElementsByTagName('title')];
      if (titles.every((title) => prerendered.includes(title))) return;
      observer.disconnect();
      prerendered.forEach((element) => element.remove());
    };
    const observer = new MutationObserver(remove);
    observer.observe(document.head, { childList: true });
    remove();
  };
}
