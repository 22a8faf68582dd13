import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  createMemoryRouter,
  Link,
  type RouteObject,
  RouterProvider,
  useLocation,
} from 'react-router-dom';
import { pageRoute } from '../host/page-route';
import { HostProvider } from '../react/host-context';
import type { Remote } from '../remote';
import type { Host } from '../services/host';

/** The routes of a remote without a shell. @param Elsewhere is shown at all other addresses. */
function remoteRoutes(remote: Remote, host: Host, Elsewhere: ComponentType): RouteObject[] {
  return [
    ...remote.routes.map((route) => ({
      ...pageRoute({ host, route, find: async () => route }),
      hydrateFallbackElement: <></>,
    })),
    { path: '*', Component: Elsewhere },
  ];
}

function Elsewhere() {
  return <p data-testid="elsewhere">This page belongs to another remote.</p>;
}

/** The second address is for a remote that has a home page. */
const INDEX: readonly string[] = ['/', '/pages'];

/** Links to the pages of a remote that runs alone, shown where it has no page. */
function indexOf({ name, routes }: Remote): ComponentType {
  return function Index() {
    const { pathname } = useLocation();
    return (
      <>
        {!INDEX.includes(pathname) && <p>{pathname} belongs to another app, which does not run here.</p>}
        <h1>Pages of {name}</h1>
        <ul>
          {routes.map((route) => (
            <li key={route.path}>
              <Link to={sampleAddress(route)}>{route.title}</Link> {route.path}
            </li>
          ))}
        </ul>
        <p>Links to pages of other apps lead to this list. Run npm run dev for the whole site.</p>
      </>
    );
  };
}

/** The first public address of a route; without one, its parameters' names stand for their values. */
function sampleAddress({ path, addresses: [first] = [] }: Remote['routes'][number]): string {
  return first ?? path.replaceAll(':', '');
}

/** A remote at an address, for Testing Library's `render`. `router.state.location` is the visitor's address. */
export function remoteAt(remote: Remote, address: string, host: Host) {
  const router = createMemoryRouter(remoteRoutes(remote, host, Elsewhere), { initialEntries: [address] });
  const element = (
    <HostProvider host={host}>
      <RouterProvider router={router} />
    </HostProvider>
  );
  return { element, router };
}

/**
 * Renders a remote alone at the browser's address: the whole of a `standalone.tsx`. Where the remote has no page, it
 * lists those that it has.
 * @param style the global styles.
 * @throws Error when the page has no element with the id "root".
 */
export function renderStandalone(remote: Remote, host: Host, style: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');
  const router = createBrowserRouter(remoteRoutes(remote, host, indexOf(remote)));
  createRoot(root).render(
    <HostProvider host={host}>
      {style}
      <main>
        {/* So that the development server shows errors of pages, and reloads them once they are fixed. */}
        <RouterProvider router={router} onError={(error) => reportError(error)} />
      </main>
    </HostProvider>,
  );
}
