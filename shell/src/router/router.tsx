import { ApiError, type Host, useStore } from '@isa/contract';
import { type PageRoute, pageRoute, type RouteData, routeDataOf } from '@isa/contract/host';
import { notFound } from '@isa/contract/router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import {
  isRouteErrorResponse,
  redirect,
  type RouteObject,
  useLocation,
  useRouteError,
} from 'react-router-dom';
import { canonicalPath, listAbove, plainPath } from '../../platform/formats/canonical-path';
import { accountRoutes } from '../accounts/routes';
import { ErrorScreen, PageFailure } from '../layout/error-screen';
import { Layout } from '../layout/layout';
import { useRetry } from '../layout/use-retry';
import { nextFrame } from '../browser/next-frame';
import { currentRouteData } from '../remotes/navigation';
import { isReleaseFailure, type Remotes, RemoteUnavailable } from '../remotes/remotes';
import { speculativePage } from '../prefetch/speculative-page';
import { PageSkeleton } from './page-skeleton';
import { prerenderedContent, ReadOnlyPage } from './prerendered-page';
import { RoutedPage, useVisitedSpeculativePage } from './routed-page';

interface RouteFailureProps {
  /** The name of the remote; absent for the shell's own pages. */
  readonly remote?: string;
  readonly remotes: Pick<Remotes, 'prepareRetry' | 'addRenderError' | 'canOpenDocument' | 'openDocument'>;
}

/** Replaces a page that failed. Before it shows a card, it loads the page's document. */
function RouteFailure({ remote, remotes }: RouteFailureProps) {
  const error = useRouteError();
  const location = useLocation();
  const [triedFor, setTriedFor] = useState<unknown>();
  const needsDocument =
    remote !== undefined &&
    triedFor !== error &&
    isReleaseFailure(error) &&
    remotes.canOpenDocument(location);

  async function prepareRetry() {
    // Code that threw while it was evaluated cannot run again in this document.
    if (error instanceof RemoteUnavailable && !error.canBeRetried) return window.location.reload();
    await remotes.prepareRetry(remote);
  }

  const { retry } = useRetry(prepareRetry);
  const report = useEffectEvent((reason: unknown) => {
    // A page for an unknown address is no fault.
    if (isRouteErrorResponse(reason)) return;
    const hasFallback = remote !== undefined && remotes.addRenderError(remote, reason);
    if (!isLostConnection(reason)) reportError(reason);
    if (hasFallback) retry();
    else if (needsDocument) void remotes.openDocument(location).then(() => setTriedFor(reason));
  });
  useEffect(() => report(error), [error]);

  if (isRouteErrorResponse(error)) return <ErrorScreen />;
  // The HTML stays also while another release replaces the failed one.
  if (remote !== undefined && prerenderedContent(remote, location)) {
    return <ReadOnlyPage remote={remote} prepareRetry={prepareRetry} />;
  }
  if (needsDocument) return <PageSkeleton tone="paper" />;
  return <PageFailure remoteName={remote} prepareRetry={prepareRetry} />;
}

/** No fault of a page. Firefox also ends a page's requests like this when the visitor leaves it. */
function isLostConnection(error: unknown): boolean {
  return error instanceof ApiError && error.id === 'network';
}

export const NOT_FOUND_ROUTE = 'not-found';

export interface RoutesOptions {
  readonly host: Host;
  readonly remotes: Remotes;
  /** Resolves after hydration. Loaders wait for it, because a page must not change during its hydration. */
  readonly ready?: Promise<void>;
  /** The fragment of the address that is being opened, which loaders are not told. */
  readonly hash?: () => string;
}

export function routes({ host, remotes, ...options }: RoutesOptions): RouteObject[] {
  const remotePages = remotes.navigation
    .getState()
    .remotes.flatMap(({ name, routes }) => routes.map((route) => remotePage(host, remotes, name, route)));
  const shellPages = accountRoutes.map((route) =>
    pageRoute({
      host,
      route,
      find: () => remotes.ready().then(() => route),
      errorElement: <RouteFailure remotes={remotes} />,
    }),
  );
  const pages = [...remotePages, ...shellPages];
  return [
    {
      element: <ShellLayout remotes={remotes} />,
      errorElement: (
        <ShellLayout remotes={remotes}>
          <ErrorScreen />
        </ShellLayout>
      ),
      children: [
        ...pages.map((route) => afterHydration(route, pages, options)),
        {
          id: NOT_FOUND_ROUTE,
          path: '*',
          loader: async ({ request }) => {
            // The remote's route may be newer than this prerendered page.
            await remotes.findUnmatched(new URL(request.url));
            throw notFound();
          },
          element: null,
          errorElement: <ErrorScreen />,
        },
      ],
    },
  ];
}

interface ShellLayoutProps extends Pick<RoutesOptions, 'remotes'> {
  readonly children?: ReactNode;
}

function ShellLayout({ remotes, children }: ShellLayoutProps) {
  const { menu } = useStore(remotes.navigation);
  const isRendered = useVisitedSpeculativePage() !== undefined;
  return (
    <Layout menu={menu} keepsMain={isRendered}>
      {children}
    </Layout>
  );
}

function remotePage(host: Host, remotes: Remotes, remote: string, route: RouteData): PageRoute {
  const page = pageRoute({
    host,
    route,
    currentData: () => currentRouteData(remotes.navigation.getState(), route),
    find: (address) => remotes.route(remote, route.path, address),
    release: () => remotes.releases.find(({ name }) => name === remote),
    errorElement: <RouteFailure remote={remote} remotes={remotes} />,
    wrap: (content) => (
      <div data-remote={remote} data-version={remotes.inUse(remote)?.version}>
        {content}
      </div>
    ),
    withoutCode: (
      <ReadOnlyPage
        remote={remote}
        prepareRetry={async () => {
          await remotes.prepareRetry(remote);
          await page.prepare();
        }}
      />
    ),
  });
  return page;
}

/** Shows a skeleton while the first page loads; the home page's is dark like the header over it. */
function afterHydration(
  route: PageRoute,
  pages: readonly PageRoute[],
  { ready, hash = () => '' }: Pick<RoutesOptions, 'ready' | 'hash'>,
): RouteObject {
  const list = pages.find(({ path }) => path === listAbove(route.path));
  const isHome = routeDataOf(route.handle)?.header === 'home';
  return {
    ...route,
    Component: null,
    element: <RoutedPage route={route} />,
    loader: async (request) => {
      await ready;
      const url = new URL(request.request.url);
      url.hash = hash();
      // Servers redirect such addresses; this is for links within the site.
      const address = canonicalPath(route.path, url.pathname);
      if (address === undefined) {
        if (list && plainPath(url.pathname) !== undefined) return redirect(list.path + url.hash);
        throw notFound();
      }
      if (address !== url.pathname) return redirect(address + url.search + url.hash);
      const denied = route.accessRedirect(url);
      if (denied !== undefined) return redirect(denied);
      const data = await route.loader(request).catch((error: unknown) => {
        throw keepHash(error, url.hash);
      });
      // The speculative page is shown in one long task, so a frame before it answers the click.
      if (speculativePage.getState()?.route.id === route.id && document.visibilityState === 'visible')
        await nextFrame();
      return data;
    },
    hydrateFallbackElement: <PageSkeleton tone={isHome ? 'ink' : 'paper'} />,
  };
}

/** A redirect without a fragment keeps that of the address, as in browsers (RFC 9110 §10.2.2). */
function keepHash(thrown: unknown, hash: string): unknown {
  const to = thrown instanceof Response ? thrown.headers.get('Location') : null;
  return to === null || to.includes('#') ? thrown : redirect(to + hash);
}
