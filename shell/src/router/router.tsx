import type { Host } from '@isa/contract';
import { type PageRoute, pageRoute, type RouteData } from '@isa/contract/host';
import { notFound } from '@isa/contract/router';
import type { LoaderFunction, RouteObject } from 'react-router-dom';
import { accountRoutes } from '../accounts/routes';
import { ErrorScreen } from '../layout/error-screen';
import type { Toasts } from '../layout/toasts';
import { type Remotes, routeData } from '../remotes/remotes';
import { KeptPage } from './kept-page';
import { LiveLayout } from './live-layout';
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
  const remotePages = remotes.outlines.flatMap((remote) =>
    remote.routes.map((route) => {
      const page: PageRoute = pageRoute({
        host,
        route: routeData(remotes, route),
        find: (address) => remotes.route(remote, route.path, address),
        release: () => remotes.releases.find(({ name }) => name === remote.name),
        errorElement: <RouteFailure remoteName={remote.name} remotes={remotes} />,
        wrap: (content) => (
          <div data-remote={remote.name} data-version={remotes.inUse(remote.name)?.version}>
            {content}
          </div>
        ),
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
      find: () => remotes.ready().then(() => route),
      errorElement: <RouteFailure remotes={remotes} />,
    }),
  );
  return [
    {
      element: <LiveLayout remotes={remotes} toasts={toasts} />,
      errorElement: (
        <LiveLayout remotes={remotes} toasts={toasts}>
          <ErrorScreen />
        </LiveLayout>
      ),
      children: [
        ...[...remotePages, ...ownPages].map((route) => withSkeleton(waitingFor(ready, route))),
        {
          id: NOT_FOUND_ROUTE,
          path: '*',
          loader: ({ request }) => unknownPath(remotes, new URL(request.url)),
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

/** A page that was composed a while ago does not know every address. */
async function unknownPath(remotes: Remotes, address: URL): Promise<never> {
  await remotes.seek(address);
  throw notFound();
}
