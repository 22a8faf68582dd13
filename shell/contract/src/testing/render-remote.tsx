import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { pageRoute } from '../host/page-route';
import { HostProvider } from '../react/host-context';
import type { Remote } from '../remote';
import type { Host } from '../services/host';

/** The routes of a remote without a shell; other addresses show a placeholder. */
function remoteRoutes(remote: Remote, host: Host): RouteObject[] {
  return [
    ...remote.routes.map((route) => pageRoute({ host, route, find: async () => route })),
    { path: '*', Component: Elsewhere },
  ];
}

function Elsewhere() {
  return <p data-testid="elsewhere">This page belongs to another remote.</p>;
}

/** A remote at an address, for Testing Library's `render`. `router.state.location` is the visitor's address. */
export function remoteAt(remote: Remote, address: string, host: Host) {
  const router = createMemoryRouter(remoteRoutes(remote, host), { initialEntries: [address] });
  const element = (
    <HostProvider host={host}>
      <RouterProvider router={router} />
    </HostProvider>
  );
  return { element, router };
}

/**
 * Renders a remote alone at the browser's address: the whole of a `standalone.tsx`.
 * @param style the global styles.
 * @throws Error when the page has no element with the id "root".
 */
export function renderStandalone(remote: Remote, host: Host, style: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');
  createRoot(root).render(
    <HostProvider host={host}>
      {style}
      <main>
        <RouterProvider router={createBrowserRouter(remoteRoutes(remote, host))} />
      </main>
    </HostProvider>,
  );
}
