import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, redirect, type RouteObject, useLoaderData } from 'react-router-dom';
import { createDataAhead } from './data-ahead';
import type { Host } from './host';
import { paths } from './paths';
import type { LoadContext, PageModule, RemoteRoute } from './remote';

/** The part of a route that is known without its remote's code. */
export type RouteData = Pick<RemoteRoute, 'path' | 'title' | 'header' | 'footer' | 'access' | 'keepsVersion'>;

export interface PageRouteOptions {
  readonly host: Host;
  readonly route: RouteData;
  /**
   * Finds the route's code; called with each visit and whenever it is fetched ahead.
   * @param address where a visitor is going; absent when nobody is.
   */
  find(address?: URL): Promise<RemoteRoute>;
  /** What the code would come from right now: data that was fetched ahead for another release is not used. */
  release?(): unknown;
  /** Shown in the page's place when its code or data could not be had, or when it throws. */
  readonly errorElement?: ReactNode;
  /** Drawn around the page. */
  wrap?(page: ReactNode): ReactNode;
  /** Drawn where there is data and no code: a prerendered page whose remote cannot be had. */
  readonly withoutCode?: ReactNode;
}

export type PageRoute = RouteObject & {
  /** Fetches the page's code, which a page that is hydrated needs before it is first drawn. */
  readonly prepare: () => Promise<void>;
  /**
   * Fetches ahead what a visit will need: the code and, where an address is given, its data, which the next visit
   * within half a minute takes. What fails here is left to the visit.
   */
  readonly prefetch: (visit?: PrefetchedVisit) => Promise<void>;
};

/** An address of a route that somebody is about to visit. */
export interface PrefetchedVisit {
  readonly url: URL;
  readonly params: LoadContext['params'];
}

/**
 * Turns a remote's route into one of React Router. The page's code and data load side by side, and the
 * navigation commits when both are there.
 */
export function pageRoute({
  host,
  route,
  find,
  release,
  errorElement,
  wrap,
  withoutCode,
}: PageRouteOptions): PageRoute {
  let module: PageModule<unknown> | undefined;
  const ahead = createDataAhead();

  async function loader({ params, request }: LoaderFunctionArgs) {
    const url = new URL(request.url);
    const elsewhere = accessRedirect(route, host, url);
    if (elsewhere) return redirect(elsewhere);
    const code = await find(url);
    const load = async () => code.load?.({ host, params, url, signal: request.signal });
    const [data, loaded] = await Promise.all([
      ahead.take(url, release?.())?.catch(load) ?? load(),
      // Asked each time: the next visit may get another release, and what is loaded already costs nothing.
      code.page(),
    ]);
    module = loaded;
    // React Router refuses `undefined` as a loader's data.
    return data ?? null;
  }

  async function prepare() {
    const code = await find();
    module = await code.page();
  }

  async function prefetch(visit?: PrefetchedVisit) {
    const code = await find();
    if (visit && code.load) {
      const { url, params } = visit;
      ahead.keep(url, release?.(), async (signal) => code.load?.({ host, params, url, signal }));
    }
    // The page on display may be of another release: what it is drawn with stays.
    await code.page();
  }

  function Page() {
    const data: unknown = useLoaderData();
    if (!module) {
      if (withoutCode) return withoutCode;
      throw new Error(`The page of ${route.path} was drawn before it was loaded.`);
    }
    const Component = module.default;
    const page = <Component data={data} />;
    return wrap ? wrap(page) : page;
  }

  return {
    id: route.path,
    path: route.path,
    handle: route,
    loader,
    Component: Page,
    errorElement,
    prepare,
    prefetch,
  };
}

/** Where a visitor is sent who may not see a page, if anywhere. The login page leads back. */
function accessRedirect({ access }: RouteData, { session }: Host, url: URL): string | undefined {
  const { status } = session.store.getState();
  if (access === 'signed-in' && status === 'out') {
    return `${paths.login}?next=${encodeURIComponent(url.pathname + url.search)}`;
  }
  return access === 'signed-out' && (status === 'in' || status === 'checking') ? paths.home : undefined;
}
