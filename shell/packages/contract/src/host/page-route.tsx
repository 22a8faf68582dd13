import * as paths from '@isa/api-contract/paths';
import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, redirect, type RouteObject, useLoaderData } from 'react-router-dom';
import type { LoadContext, PageModule, RemoteRoute } from '../remote';
import type { Host } from '../services/host';
import { createPrefetchedData } from './prefetched-data';

/** The properties of a route that are available without its remote's code. */
export type RouteData = Pick<
  RemoteRoute,
  'path' | 'title' | 'header' | 'footer' | 'access' | 'keepsVersion' | 'ownDocument'
>;

/** A page's `handle` in React Router. */
export class PageHandle {
  /** @param current the route's data, which changes when the tab switches to another release. */
  constructor(readonly current: () => RouteData) {}
}

/** The current data of a page's route; `undefined` for routes that are not pages, such as the one for unknown paths. */
export function routeDataOf(handle: unknown): RouteData | undefined {
  return handle instanceof PageHandle ? handle.current() : undefined;
}

interface PageRouteOptions {
  readonly host: Host;
  readonly route: RouteData;
  /** The route's data in the current release; `route` by default. */
  currentData?(): RouteData;
  /**
   * Returns the route's code; called for each visit and each prefetch.
   * @param address of the visit; absent for a prefetch.
   */
  find(address?: URL): Promise<RemoteRoute>;
  /** Identifies the release that `find` uses now: data that was prefetched for another release is not used. */
  release?(): unknown;
  /** What replaces the page when its code or data is unavailable, or when it throws. */
  readonly errorElement?: ReactNode;
  /** Renders what surrounds the page. */
  wrap?(page: ReactNode): ReactNode;
  /** What is rendered where there is data and no code: a prerendered page whose remote is unavailable. */
  readonly withoutCode?: ReactNode;
}

export type PageRoute = ReturnType<typeof pageRoute>;

export function isPageRoute(route: RouteObject): route is PageRoute {
  return 'prefetch' in route;
}

/**
 * Turns a remote's route into one of React Router. The page's code and data load in parallel, and the
 * navigation commits when both are there.
 */
export function pageRoute({
  host,
  route,
  currentData = () => route,
  find,
  release,
  errorElement,
  wrap,
  withoutCode,
}: PageRouteOptions) {
  let module: PageModule<unknown> | undefined;
  let last:
    | { readonly code: PageModule<unknown>; readonly data: unknown; readonly page: ReactNode }
    | undefined;
  const prefetched = createPrefetchedData();

  async function loader({ params, request }: LoaderFunctionArgs) {
    const url = new URL(request.url);
    const target = redirectWithoutAccess(currentData(), host, url);
    if (target) return redirect(target);
    const code = await find(url);
    const load = async () => code.load?.({ host, params, url, signal: request.signal });
    const [data, loaded] = await Promise.all([
      prefetched.take(url, release?.())?.catch(load) ?? load(),
      // The page is loaded for each visit, because the next one may use another release, and loaded code costs
      // nothing.
      code.page(),
    ]);
    module = loaded;
    // React Router rejects `undefined` as a loader's data.
    return data ?? null;
  }

  /** Loads the page's code, which hydration needs before the first render. */
  async function prepare(): Promise<void> {
    const code = await find();
    module = await code.page();
  }

  /**
   * Loads the code and, for a visit, its data, which the next visit within 30 seconds uses. Failures are left to
   * the visit.
   * @returns for a visit, once the code is there, a function for what the visit would render, once the data is there too.
   */
  async function prefetch(
    visit?: Pick<LoadContext, 'url' | 'params'>,
  ): Promise<(() => Promise<ReactNode>) | undefined> {
    const code = await find();
    let data: Promise<unknown> | undefined;
    if (visit && code.load) {
      const { url, params } = visit;
      data = prefetched.prefetch(url, release?.(), async (signal) =>
        code.load?.({ host, params, url, signal }),
      );
    }
    // The `module` stays, because the page on display may be of another release.
    const loaded = await code.page();
    return visit && (async () => render(loaded, (await data) ?? null));
  }

  function render(code: PageModule<unknown>, data: unknown): ReactNode {
    if (last?.code !== code || last.data !== data) {
      const Component = code.default;
      const page = <Component data={data} />;
      last = { code, data, page: wrap ? wrap(page) : page };
    }
    return last.page;
  }

  /** The page, or what replaces it. Equal code and data give the same element, which React does not render again. */
  function content(data: unknown): ReactNode {
    if (module) return render(module, data);
    if (withoutCode) return withoutCode;
    throw new Error(`The page of ${route.path} was rendered before its code was loaded.`);
  }

  function Page() {
    return content(useLoaderData());
  }

  return {
    id: route.path,
    path: route.path,
    handle: new PageHandle(currentData),
    loader,
    /** Where a visitor without access is redirected: the loader redirects at a visit, but does not run at hydration. */
    accessRedirect: (url: URL) => redirectWithoutAccess(currentData(), host, url),
    Component: Page,
    errorElement,
    prepare,
    prefetch,
    content,
  };
}

/** Where a visitor without access to the page is redirected. The login page leads back. */
function redirectWithoutAccess({ access }: RouteData, { session }: Host, url: URL): string | undefined {
  const { status } = session.store.getState();
  if (access === 'signed-in' && status === 'out') return paths.login(url.pathname + url.search + url.hash);
  return access === 'signed-out' && (status === 'in' || status === 'checking') ? paths.home : undefined;
}
