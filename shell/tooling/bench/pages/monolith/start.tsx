import type { Remote } from '@isa/contract';
import { pageRoute } from '@isa/contract/host';
import { notFound } from '@isa/contract/router';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { accountRoutes } from '../../../../src/accounts/routes';
import { createHost } from '../../../../src/host';
import { ErrorScreen, PageFailure } from '../../../../src/layout/error-screen';
import { Layout } from '../../../../src/layout/layout';
import { App } from '../../../../src/router/app';
import { PageSkeleton } from '../../../../src/router/page-skeleton';

/** Renders the pages into an empty document, with the site's layout and route loading, without its release handling. */
export function start(remotes: readonly Remote[]): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  const { host, start: startHost } = createHost();
  startHost();
  const menu = remotes.flatMap((remote) => remote.menu ?? []).sort((a, b) => a.order - b.order);
  const failure = <PageFailure prepareRetry={async () => location.reload()} />;
  const routes = [...remotes.flatMap((remote) => remote.routes), ...accountRoutes].map((route) => ({
    ...pageRoute({ host, route, find: async () => route, errorElement: failure }),
    hydrateFallbackElement: <PageSkeleton tone="paper" />,
  }));
  const missing = {
    path: '*',
    loader: () => {
      throw notFound();
    },
    element: null,
    errorElement: <ErrorScreen />,
  };
  const router = createBrowserRouter([
    {
      element: <Layout menu={menu} />,
      errorElement: (
        <Layout menu={menu}>
          <ErrorScreen />
        </Layout>
      ),
      children: [...routes, missing],
    },
  ]);
  markAlive(router);
  createRoot(root).render(
    <App host={host}>
      <RouterProvider router={router} />
    </App>,
  );
}

/** Marks the moment when the first page is shown and its scripts have run, as this site's shell does. */
function markAlive(router: ReturnType<typeof createBrowserRouter>): void {
  const mark = () => requestIdleCallback(() => performance.mark('isa-alive'));
  if (router.state.initialized) return void mark();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    mark();
  });
}
