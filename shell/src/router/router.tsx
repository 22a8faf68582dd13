import { type Host, type PageRoute, pageRoute, type RouteData } from '@isa/contract';
import { notFound } from '@isa/contract/router';
import type { LoaderFunction, RouteObject } from 'react-router-dom';
import { accountRoutes } from '../accounts/routes';
import { ErrorScreen } from '../layout/error-screen';
import { Layout } from '../layout/layout';
import type { Toasts } from '../layout/toasts';
import type { Remotes } from '../remotes/remotes';
import { KeptPage } from './kept-page';
import { PageSkeleton } from './page-skeleton';
import { RouteFailure } from './route-failure';

/** The id of the route that answers what no other does. */
export const NOT_FOUND_ROUTE = 'not-found';

export interface RoutesOptions {
  readonly host: Host;
  readonly toasts: Toasts;
  readonly remotes: Remotes;
  /** Loaders wait for it: a page that is being hydrated must not change underneath. */
  readonly ready?: Promise<void>;
}

/** The routes of the page. Remotes contribute theirs through the registry. */
export function routes({ host, toasts, remotes, ready }: RoutesOptions): RouteObject[] {
  const remotePages = remotes.releases.flatMap((remote) =>
    remote.routes.map((route) => {
      const page: PageRoute = pageRoute({
        host,
        route,
        find: () => remotes.route(remote, route.path),
        errorElement: <RouteFailure remoteName={remote.name} forgetFailures={remotes.forgetFailures} />,
        wrap: (content) => <div data-remote={remote.name}>{content}</div>,
        withoutCode: (
          <KeptPage
            remoteName={remote.name}
            fetchCode={async () => {
              await remotes.forgetFailures();
              await page.prepare();
            }}
          />
        ),
      });
      return page;
    }),
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
        ...[...remotePages, ...ownPages].map((route) => withSkeleton(waitingFor(ready, route))),
        {
          id: NOT_FOUND_ROUTE,
          path: '*',
          loader: unknownPath,
          element: null,
          errorElement: <ErrorScreen />,
        },
      ],
    },
  ];
}

/** The first page has a shape before it has arrived; the home page's is dark, because its header lies over it. */
function withSkeleton(route: RouteObject): RouteObject {
  const { header } = route.handle as RouteData;
  return { ...route, hydrateFallbackElement: <PageSkeleton tone={header === 'home' ? 'ink' : 'paper'} /> };
}

function waitingFor(ready: Promise<void> | undefined, route: PageRoute): RouteObject {
  const { loader } = route;
  if (!ready || typeof loader !== 'function') return route;
  const patient: LoaderFunction = async (...args) => {
    await ready;
    return loader(...args);
  };
  return { ...route, loader: patient };
}

function unknownPath() {
  throw notFound();
}
