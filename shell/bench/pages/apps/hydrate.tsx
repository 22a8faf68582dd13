import type { PageRoute } from '@isa/contract/host';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { createHost } from '../../../src/host';
import { App } from '../../../src/router/app';
import { LOADER_DATA } from './loader-data';
import { markAlive } from './mark-alive';
import { type PageSource, pages } from './pages';
import { start as startEmpty } from './start';

export async function start(sources: readonly PageSource[]): Promise<void> {
  const root = document.getElementById('root');
  const text = document.getElementById(LOADER_DATA)?.textContent;
  if (!root || !text) return startEmpty(sources);
  const { host, toasts, start: startHost } = createHost();
  const all = pages(host, toasts, sources);
  // The page's code must be loaded before the first rendering, or hydration would find another tree.
  const matched = (matchRoutes(all, location) ?? []).map(({ route }) => route);
  await Promise.all(matched.filter(isPageRoute).map((route) => route.prepare()));
  const loaderData: unknown = JSON.parse(text);
  const router = createBrowserRouter(all, { hydrationData: { loaderData: Object.assign({}, loaderData) } });
  markAlive(router);
  hydrateRoot(
    root,
    <App host={host}>
      <RouterProvider router={router} />
    </App>,
    {
      onRecoverableError: (error) => {
        console.error(error);
      },
    },
  );
  // Session and basket are read after hydration, because they differ from visitor to visitor.
  startHost();
}

function isPageRoute(route: RouteObject): route is PageRoute {
  return 'prepare' in route;
}
