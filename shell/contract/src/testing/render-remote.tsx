import { createBrowserRouter, createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import type { Host } from '../services/host';
import { pageRoute } from '../host/page-route';
import { HostProvider } from '../react/host-context';
import type { Remote } from '../remote';

/** React Router's routes for a remote without a shell around it. Other addresses say that they are not its. */
export function remoteRoutes(remote: Remote, host: Host): RouteObject[] {
  return [
    ...remote.routes.map((route) => pageRoute({ host, route, find: async () => route })),
    { path: '*', Component: Elsewhere },
  ];
}

function Elsewhere() {
  return <p data-testid="elsewhere">This page belongs to another remote.</p>;
}

/** A remote at an address, ready for Testing Library's `render`. The router tells where the visitor is. */
export function remoteAt(remote: Remote, address: string, host: Host) {
  const router = createMemoryRouter(remoteRoutes(remote, host), { initialEntries: [address] });
  const element = (
    <HostProvider host={host}>
      <RouterProvider router={router} />
    </HostProvider>
  );
  return { element, router };
}

/** A remote alone in a real browser, at the address that the browser shows: what a `standalone.tsx` draws. */
export function remoteInBrowser(remote: Remote, host: Host) {
  return (
    <HostProvider host={host}>
      <RouterProvider router={createBrowserRouter(remoteRoutes(remote, host))} />
    </HostProvider>
  );
}
