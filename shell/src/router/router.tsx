import { type Host, pageRoute, type RouteData } from '@isa/contract';
import { notFound } from '@isa/contract/router';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { accountRoutes } from '../accounts/routes';
import { ErrorScreen } from '../layout/error-screen';
import { Layout } from '../layout/layout';
import type { Toasts } from '../layout/toasts';
import type { Remotes } from '../remotes/remotes';
import { PageSkeleton } from './page-skeleton';
import { RouteFailure } from './route-failure';

/** The one router of the page. Remotes contribute their routes through the registry. */
export function routes(host: Host, toasts: Toasts, remotes: Remotes): RouteObject[] {
  const remotePages = remotes.releases.flatMap((remote) =>
    remote.routes.map((route) =>
      pageRoute({
        host,
        route,
        find: () => remotes.route(remote, route.path),
        errorElement: <RouteFailure remoteName={remote.name} forgetFailures={remotes.forgetFailures} />,
        wrap: (page) => <div data-remote={remote.name}>{page}</div>,
      }),
    ),
  );
  const ownPages = accountRoutes.map((route) =>
    pageRoute({
      host,
      route,
      find: async () => route,
      errorElement: <RouteFailure forgetFailures={remotes.forgetFailures} />,
    }),
  );
  return [
    {
      element: <Layout menu={remotes.menu} toasts={toasts} />,
      errorElement: (
        <Layout menu={remotes.menu} toasts={toasts}>
          <ErrorScreen />
        </Layout>
      ),
      children: [
        ...[...remotePages, ...ownPages].map(withSkeleton),
        { path: '*', loader: unknownPath, element: null, errorElement: <ErrorScreen /> },
      ],
    },
  ];
}

/** The first page has a shape before it has arrived; the home page's is dark, because its header lies over it. */
function withSkeleton(route: RouteObject): RouteObject {
  const { header } = route.handle as RouteData;
  return { ...route, hydrateFallbackElement: <PageSkeleton tone={header === 'home' ? 'ink' : 'paper'} /> };
}

function unknownPath() {
  throw notFound();
}

export function createRouter(host: Host, toasts: Toasts, remotes: Remotes) {
  return createBrowserRouter(routes(host, toasts, remotes));
}
