import type { PageRoute } from '@isa/contract/host';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { createHost } from '../../../src/host';
import { App } from '../../../src/app';
import { INLINED, type Inlined } from './inlined';
import { type PageSource, pages } from './pages';

/** Takes over a prerendered page; starts from nothing where there is none. */
export async function start(sources: readonly PageSource[]): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  const { host, toasts, start: lookAtPage } = createHost();
  const all = pages(host, toasts, sources);
  const text = document.getElementById(INLINED)?.textContent;
  if (!text) {
    lookAtPage();
    const router = createBrowserRouter(all);
    createRoot(root).render(
      <App host={host}>
        <RouterProvider router={router} />
      </App>,
    );
    return;
  }
  // The page's code has to be there before its first drawing, or hydration would find another tree.
  await Promise.all((matchRoutes(all, location) ?? []).map(({ route }) => prepare(route)));
  const router = createBrowserRouter(all, { hydrationData: JSON.parse(text) as Inlined });
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
  // What differs from visitor to visitor comes after.
  lookAtPage();
}

async function prepare(route: RouteObject): Promise<void> {
  if (isPageRoute(route)) await route.prepare();
}

function isPageRoute(route: RouteObject): route is PageRoute {
  return 'prepare' in route;
}
