import { academy, sampleContact } from '@isa/api-contract';
import {
  type ApiClient,
  type BasketState,
  type Host,
  isRecord,
  type Remote,
  type SessionState,
} from '@isa/contract';
import { createBasket } from '@isa/contract/host';
import { preloadedFonts } from '@isa/ui/fonts';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import { createStore } from 'zustand/vanilla';
import { createApiClient } from '../api/http-client';
import { type CompleteRegistry, liveReleases, type RemoteRelease } from '../../platform/formats/registry';
import type { PrerenderedPage } from '../../platform/formats/page-data';
import { toasts } from '../layout/toasts';
import { siteNavigation } from '../remotes/navigation';
import type { Remotes } from '../remotes/remotes';
import { App } from '../router/app';
import { NOT_FOUND_ROUTE, routes } from '../router/router';
import { messageOf } from '../../packages/node/user-error';
import { createRetryingApi } from './retrying-api';
import { splitHead } from './split-head';

export interface RendererOptions {
  readonly registry: CompleteRegistry;
  /** Every live remote, which has run from its Node build. */
  readonly remotes: readonly Remote[];
  /** Scheme and host of the site, with which canonical addresses start. */
  readonly siteOrigin: string;
  readonly apiOrigin: string;
}

type LoadedPage = { readonly address: string } & (
  | {
      readonly outcome: 'page';
      readonly dataHash: string;
      readonly hasData: boolean;
      readonly addresses?: readonly string[];
      readonly validUntil?: string;
    }
  | { readonly outcome: 'redirect'; readonly to: string }
  | { readonly outcome: 'missing' }
);

export interface RenderedPage {
  readonly page: PrerenderedPage;
  /** The page's own head elements: title, metas, preloads, font faces. */
  readonly head: readonly string[];
  /** The CSS rules that this page uses, and no others. */
  readonly styles: string;
  readonly body: string;
  readonly fonts: readonly string[];
}

/** What is called of any shell release in the store, so that names and results stay compatible. */
export interface Renderer {
  /** Loads the data of pages. @throws Error naming the page whose data is unavailable. */
  load(addresses: readonly string[]): Promise<readonly LoadedPage[]>;
  /** Renders a page that has been loaded. @throws Error naming the page that cannot be rendered. */
  page(address: string): Promise<RenderedPage>;
  /** Renders a route without its page. @param address any address that matches the route. */
  frame(address: string): Promise<RenderedPage>;
  missing(): Promise<RenderedPage>;
}

/** Above this size React streams content after its Suspense fallback, where scripts would be needed. */
const UNLIMITED_CHUNK = 1e9;
const UNKNOWN_ADDRESS = '/404';

/** Prerenders pages for all visitors from the Node builds of the live releases. */
export function createRenderer({ registry, remotes, siteOrigin, apiOrigin }: RendererOptions): Renderer {
  const api = createRetryingApi(createApiClient(() => undefined, { origin: apiOrigin }));
  const host = createNodeHost(api, { origin: siteOrigin, contact: registry.contact ?? sampleContact });
  const releases = liveReleases(registry);
  const all = routes({ host, remotes: staticRemotes(releases, remotes) });
  const handler = createStaticHandler(all);
  const loaded = new Map<string, StaticHandlerContext>();

  function query(address: string, options?: Parameters<typeof handler.query>[1]) {
    return handler.query(new Request(siteOrigin + address), options);
  }

  async function load(address: string): Promise<LoadedPage> {
    const context = await query(address);
    if (context instanceof Response) {
      const to = context.headers.get('location');
      if (!to) throw new Error(`${address} responds with status ${context.status}.`);
      return { address, outcome: 'redirect', to };
    }
    const failure: unknown = Object.values(context.errors ?? {})[0];
    if (isRouteErrorResponse(failure) && failure.status === 404) return { address, outcome: 'missing' };
    if (failure) {
      throw new Error(`The data of ${address} is unavailable: ${messageOf(failure)}`, { cause: failure });
    }
    // The page is rendered from JSON, because the browser receives its data as JSON.
    const json = JSON.stringify(context.loaderData);
    const loaderData: unknown = JSON.parse(json);
    if (!isRecord(loaderData)) throw new Error(`${address} has no loader data.`);
    loaded.set(address, { ...context, loaderData });
    return {
      address,
      outcome: 'page',
      dataHash: createHash('sha256').update(json).digest('hex'),
      hasData: Object.values(context.loaderData).some((data) => data !== null),
      ...statementsOf(context.matches.at(-1)?.route.id, loaderData),
    };
  }

  /** What a route says about the page of this data. */
  function statementsOf(id: string | undefined, loaderData: Readonly<Record<string, unknown>>) {
    const route = remotes.flatMap((remote) => remote.routes).find(({ path }) => path === id);
    const data = route && loaderData[route.path];
    const addresses = route?.addressesIn?.(data);
    const validUntil = route?.validUntil?.(data);
    return { ...(addresses && { addresses }), ...(validUntil !== undefined && { validUntil }) };
  }

  async function render(
    address: string,
    context: StaticHandlerContext,
    page: PrerenderedPage,
  ): Promise<RenderedPage> {
    const sheet = new ServerStyleSheet();
    const failures: unknown[] = [];
    const router = createStaticRouter(handler.dataRoutes, context);
    try {
      const { prelude } = await prerenderToNodeStream(
        sheet.collectStyles(
          <App host={host}>
            <StaticRouterProvider context={context} router={router} hydrate={false} />
          </App>,
        ),
        { progressiveChunkSize: UNLIMITED_CHUNK, onError: (error) => void failures.push(error) },
      );
      const html = await text(prelude);
      if (failures.length > 0) throw failures[0];
      return { page, ...splitHead(html), styles: sheet.getStyleTags(), fonts: preloadedFonts };
    } catch (error) {
      throw new Error(`The page ${address} cannot be rendered: ${messageOf(error)}`, { cause: error });
    } finally {
      sheet.seal();
    }
  }

  function routeAndRelease(address: string): Pick<PrerenderedPage, 'route' | 'release'> {
    const route = matchRoutes(all, address)?.at(-1)?.route.path;
    const release = releases.find((candidate) => candidate.routes.some(({ path }) => path === route));
    return {
      ...(route !== undefined && { route }),
      ...(release && { release: { name: release.name, version: release.version } }),
    };
  }

  return {
    load: (addresses) => Promise.all(addresses.map(load)),
    async page(address) {
      const context = loaded.get(address);
      if (!context) throw new Error(`The data of ${address} has not been loaded.`);
      const { loaderData } = context;
      return render(address, context, {
        kind: 'page',
        ...routeAndRelease(address),
        hydration: { loaderData },
      });
    },
    async frame(address) {
      const context = await query(address, { filterMatchesToLoad: () => false });
      if (context instanceof Response) throw new Error(`The frame of ${address} is a redirect.`);
      return render(address, context, { kind: 'frame', ...routeAndRelease(address) });
    },
    async missing() {
      const context = await query(UNKNOWN_ADDRESS);
      const error: unknown = context instanceof Response ? undefined : context.errors?.[NOT_FOUND_ROUTE];
      if (context instanceof Response || !isRouteErrorResponse(error)) {
        throw new Error(`A route matches ${UNKNOWN_ADDRESS}, which must be unknown.`);
      }
      const { status, statusText } = error;
      return render(UNKNOWN_ADDRESS, context, {
        kind: 'missing',
        // React Router recognises an object of this shape as its own error response.
        hydration: {
          loaderData: {},
          errors: { [NOT_FOUND_ROUTE]: { status, statusText, data: null, internal: false } },
        },
      });
    },
  };
}

async function unsupported(): Promise<never> {
  throw new Error('Log in and log out are not available while a page is prerendered.');
}

/** The host of prerendered pages: an unknown visitor with an empty basket. */
function createNodeHost(api: ApiClient, site: Omit<Host['site'], 'name'>): Host {
  return {
    api,
    basket: createBasket(createStore<BasketState>(() => ({ items: [] }))),
    session: {
      store: createStore<SessionState>(() => ({ status: 'unknown', name: undefined, account: undefined })),
      logIn: unsupported,
      logOut: unsupported,
      expired: () => undefined,
    },
    toasts,
    site: { name: academy.name, ...site },
  };
}

/** Remotes for prerendering, which never change and whose code is already loaded. */
function staticRemotes(releases: readonly RemoteRelease[], remotes: readonly Remote[]): Remotes {
  const inUse = (name: string) => releases.find((release) => release.name === name);
  return {
    navigation: createStore(() => siteNavigation(releases)),
    releases,
    prepareRetry: async () => undefined,
    async route(name, path) {
      const remote = remotes.find((candidate) => candidate.name === name);
      const route = remote?.routes.find((candidate) => candidate.path === path);
      if (!route)
        throw new Error(`The Node build of ${name}@${inUse(name)?.version} has no route "${path}".`);
      return route;
    },
    inUse,
    addRenderError: () => false,
    ready: async () => undefined,
    findUnmatched: async () => undefined,
    canOpenDocument: () => false,
    openDocument: async () => undefined,
  };
}
