import type { PageRoute } from '@isa/contract/host';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { createHost } from '../../../src/host';
import { App } from '../../../src/router/app';
import { LOADER_DATA } from './local';
import { type PageSource, pages } from './pages';

/** Hydrates a prerendered page, or renders into an empty document as an ordinary single-page application does. */
export async function start(sources: readonly PageSource[]): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  const { host, toasts, start: startHost } = createHost();
  const all = pages(host, toasts, sources);
  const text = document.getElementById(LOADER_DATA)?.textContent;
  if (!text) {
    startHost();
    createRoot(root).render(appWith(createBrowserRouter(all)));
    return;
  }
  // The page's code must be loaded before the first rendering, or hydration would find another tree.
  const matched = (matchRoutes(all, location) ?? []).map(({ route }) => route);
  await Promise.all(matched.filter(isPageRoute).map((route) => route.prepare()));
  const loaderData: unknown = JSON.parse(text);
  const router = createBrowserRouter(all, { hydrationData: { loaderData: Object.assign({}, loaderData) } });
  hydrateRoot(root, appWith(router), { onRecoverableError: (error) => console.error(error) });
  // Session and basket are read after hydration, because they differ from visitor to visitor.
  startHost();

  function appWith(router: ReturnType<typeof createBrowserRouter>) {
    markAlive(router);
    return (
      <App host={host}>
        <RouterProvider router={router} />
      </App>
    );
  }
}

/** Marks the moment when the first page is shown and its scripts have run, as this site's shell does. */
function markAlive(router: ReturnType<typeof createBrowserRouter>): void {
  const mark = () => requestIdleCallback(() => performance.mark('isa-alive'));
  if (router.state.initialized) return void mark();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    mark();
  });
}

function isPageRoute(route: RouteObject): route is PageRoute {
  return 'prepare' in route;
}
