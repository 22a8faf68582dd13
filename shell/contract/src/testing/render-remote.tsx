import { createBrowserRouter, createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import type { Host } from '../services/host';
import { pageRoute } from '../host/page-route';
import { HostProvider } from '../react/host-context';
import type { Remote } from '../remote';

/** The routes of a remote without a shell; other addresses show a placeholder. */
export function remoteRoutes(remote: Remote, host: Host): RouteObject[] {
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

/** A remote alone in a browser, at the browser's address: what `standalone.tsx` renders. */
export function remoteInBrowser(remote: Remote, host: Host) {
  return (
    <HostProvider host={host}>
      <RouterProvider router={createBrowserRouter(remoteRoutes(remote, host))} />
    </HostProvider>
  );
}
