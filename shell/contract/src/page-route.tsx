import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, redirect, type RouteObject, useLoaderData } from 'react-router-dom';
import type { Host } from './host';
import { paths } from './paths';
import type { PageModule, RemoteRoute } from './remote';

/** The part of a route that is known without its remote's code. */
export type RouteData = Pick<RemoteRoute, 'path' | 'title' | 'header' | 'footer' | 'access'>;

export interface PageRouteOptions {
  readonly host: Host;
  readonly route: RouteData;
  /** Finds the route's code; called at the first visit and again after a failure. */
  find(): Promise<RemoteRoute>;
  /** Shown in the page's place when its code or data could not be had, or when it throws. */
  readonly errorElement?: ReactNode;
  /** Drawn around the page. */
  wrap?(page: ReactNode): ReactNode;
}

/**
 * Turns a remote's route into one of React Router. The page's code and data load side by side, and the
 * navigation commits when both are there.
 */
export function pageRoute({ host, route, find, errorElement, wrap }: PageRouteOptions): RouteObject {
  let module: PageModule<unknown> | undefined;

  async function loader({ params, request }: LoaderFunctionArgs) {
    const elsewhere = accessRedirect(route, host, new URL(request.url));
    if (elsewhere) return redirect(elsewhere);
    const code = await find();
    const [data, loaded] = await Promise.all([
      code.load?.({ host, params, url: new URL(request.url), signal: request.signal }),
      module ?? code.page(),
    ]);
    module = loaded;
    // React Router refuses `undefined` as a loader's data.
    return data ?? null;
  }

  function Page() {
    const data: unknown = useLoaderData();
    if (!module) throw new Error(`The page of ${route.path} was drawn before it was loaded.`);
    const Component = module.default;
    const page = <Component data={data} />;
    return wrap ? wrap(page) : page;
  }

  return { id: route.path, path: route.path, handle: route, loader, Component: Page, errorElement };
}

/** Where a visitor is sent who may not see a page, if anywhere. The login page leads back. */
function accessRedirect({ access }: RouteData, { session }: Host, url: URL): string | undefined {
  const { status } = session.store.getState();
  if (access === 'signed-in' && status === 'out') {
    return `${paths.login}?next=${encodeURIComponent(url.pathname + url.search)}`;
  }
  return access === 'signed-out' && (status === 'in' || status === 'checking') ? paths.home : undefined;
}
