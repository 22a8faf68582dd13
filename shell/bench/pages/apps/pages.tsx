import type { Host, MenuEntry, RemoteRoute } from '@isa/contract';
import { pageRoute, type RouteData } from '@isa/contract/host';
import { notFound } from '@isa/contract/router';
import type { RouteObject } from 'react-router-dom';
import { accountRoutes } from '../../../src/accounts/routes';
import { ErrorScreen, PageFailure } from '../../../src/layout/error-screen';
import { Layout } from '../../../src/layout/layout';
import type { Toasts } from '../../../src/layout/toasts';
import { PageSkeleton } from '../../../src/router/page-skeleton';

export interface PageSource {
  readonly routes: readonly RouteData[];
  readonly menu: readonly MenuEntry[];
  find(path: string): Promise<RemoteRoute>;
}

const failure = <PageFailure onRetry={() => location.reload()} />;

/** The routes with the site's layout and route loading, without its release handling. */
export function pages(host: Host, toasts: Toasts, sources: readonly PageSource[]): RouteObject[] {
  const menu = sources.flatMap((source) => source.menu).sort((a, b) => a.order - b.order);
  const all = [
    ...sources.flatMap(({ routes, find }) =>
      routes.map((route) => pageRoute({ host, route, find: () => find(route.path), errorElement: failure })),
    ),
    ...accountRoutes.map((route) =>
      pageRoute({ host, route, find: async () => route, errorElement: failure }),
    ),
  ];
  return [
    {
      element: <Layout menu={menu} toasts={toasts} />,
      errorElement: (
        <Layout menu={menu} toasts={toasts}>
          <ErrorScreen />
        </Layout>
      ),
      children: [
        ...all.map((route) => ({ ...route, hydrateFallbackElement: <PageSkeleton tone="paper" /> })),
        {
          path: '*',
          loader: () => {
            throw notFound();
          },
          element: null,
          errorElement: <ErrorScreen />,
        },
      ],
    },
  ];
}
