import type { Remote } from '@isa/contract';
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
import { createApiClient } from '../api/http-client';
import { App } from '../app';
import { type CompleteRegistry, liveReleases } from '../../formats/registry';
import { stillRemotes } from '../remotes/still-remotes';
import type { ComposedPage } from '../../formats/page-data';
import { NOT_FOUND_ROUTE, routes } from '../router/router';
import { createNodeHost } from './node-host';
import { createPatientApi } from './patient-api';
import { splitHead } from './split-head';

export interface RendererOptions {
  readonly registry: CompleteRegistry;
  /** Every live remote, run from its Node build. */
  readonly remotes: readonly Remote[];
  /** Scheme and host of the site: canonical addresses start with it. */
  readonly siteOrigin: string;
  readonly apiOrigin: string;
}

/** What became of an address whose data was asked for. */
export type LoadedPage =
  | {
      readonly address: string;
      readonly outcome: 'page';
      readonly dataHash: string;
      /** Whether the page has public data at all. */
      readonly hasData: boolean;
    }
  | { readonly address: string; readonly outcome: 'redirect'; readonly to: string }
  | { readonly address: string; readonly outcome: 'missing' };

export interface RenderedPage {
  readonly page: ComposedPage;
  /** Elements of the head that the page itself brings: title, metas, preloads, font faces. */
  readonly head: readonly string[];
  /** The rules that this page uses, and no others. */
  readonly styles: string;
  readonly body: string;
  /** Fonts of the first screen. */
  readonly fonts: readonly string[];
}

export interface Renderer {
  /** Loads the data of pages. @throws Error naming the page whose data could not be had. */
  load(addresses: readonly string[]): Promise<readonly LoadedPage[]>;
  /** Draws a page that has been loaded. @throws Error naming the page that could not be drawn. */
  page(address: string): Promise<RenderedPage>;
  /** Draws the frame of a route without its page. @param address any that the route answers. */
  frame(address: string): Promise<RenderedPage>;
  /** Draws the screen for addresses of nobody. */
  missing(): Promise<RenderedPage>;
  /** The API's answers that pages were made from: address → JSON text. */
  answers(): Promise<readonly (readonly [string, string])[]>;
}

/** Suspense content is never put aside behind its fallback: a page without scripts would stay there. */
const NEVER = 1e9;
/** No route can have it. */
const NOBODYS_ADDRESS = '/404';

/** Draws pages for everybody from the Node builds of the live releases. */
export function createRenderer({ registry, remotes, siteOrigin, apiOrigin }: RendererOptions): Renderer {
  const patient = createPatientApi(createApiClient(() => undefined, apiOrigin));
  const { host, toasts } = createNodeHost(patient.api, siteOrigin);
  const releases = liveReleases(registry);
  const loadedRemotes = stillRemotes(releases, async ({ name, version }, path) => {
    const remote = remotes.find((candidate) => candidate.name === name);
    const route = remote?.routes.find((candidate) => candidate.path === path);
    if (!route) throw new Error(`The Node build of ${name}@${version} has no route "${path}".`);
    return route;
  });
  const all = routes({ host, toasts, remotes: loadedRemotes });
  const handler = createStaticHandler(all);
  const loaded = new Map<string, StaticHandlerContext>();

  async function query(address: string, withData: boolean) {
    return handler.query(
      new Request(siteOrigin + address),
      withData ? undefined : { filterMatchesToLoad: () => false },
    );
  }

  async function load(address: string): Promise<LoadedPage> {
    const context = await query(address, true);
    if (context instanceof Response) {
      const to = context.headers.get('location');
      if (!to) throw new Error(`${address} answers with status ${context.status}.`);
      return { address, outcome: 'redirect', to };
    }
    const failure: unknown = Object.values(context.errors ?? {})[0];
    if (isRouteErrorResponse(failure) && failure.status === 404) return { address, outcome: 'missing' };
    if (failure)
      throw new Error(`The data of ${address} could not be had: ${messageOf(failure)}`, { cause: failure });
    // The very data that the browser will be given: JSON and nothing else.
    const json = JSON.stringify(context.loaderData);
    loaded.set(address, { ...context, loaderData: JSON.parse(json) as StaticHandlerContext['loaderData'] });
    return {
      address,
      outcome: 'page',
      dataHash: createHash('sha256').update(json).digest('hex'),
      hasData: Object.values(context.loaderData).some((data) => data !== null),
    };
  }

  async function draw(
    address: string,
    context: StaticHandlerContext,
    page: ComposedPage,
  ): Promise<RenderedPage> {
    const sheet = new ServerStyleSheet();
    const failures: unknown[] = [];
    try {
      const { prelude } = await prerenderToNodeStream(
        sheet.collectStyles(
          <App host={host}>
            <StaticRouterProvider
              context={context}
              router={createStaticRouter(handler.dataRoutes, context)}
              hydrate={false}
            />
          </App>,
        ),
        { progressiveChunkSize: NEVER, onError: (error) => void failures.push(error) },
      );
      const html = await text(prelude);
      if (failures.length > 0) throw failures[0];
      return { page, ...splitHead(html), styles: sheet.getStyleTags(), fonts: preloadedFonts };
    } catch (error) {
      throw new Error(`The page ${address} could not be drawn: ${messageOf(error)}`, { cause: error });
    } finally {
      sheet.seal();
    }
  }

  /** The route's path and, for a remote's, the release that draws it. */
  function ownerOf(address: string): Pick<ComposedPage, 'route' | 'release'> {
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
      return draw(address, context, { kind: 'page', ...ownerOf(address), hydration: { loaderData } });
    },
    async frame(address) {
      const context = await query(address, false);
      if (context instanceof Response) throw new Error(`The frame of ${address} leads elsewhere.`);
      return draw(address, context, { kind: 'frame', ...ownerOf(address) });
    },
    async missing() {
      const context = await query(NOBODYS_ADDRESS, true);
      if (context instanceof Response) throw new Error('The page for addresses of nobody leads elsewhere.');
      const error: unknown = context.errors?.[NOT_FOUND_ROUTE];
      if (!isRouteErrorResponse(error)) throw new Error(`A route answers ${NOBODYS_ADDRESS}.`);
      const { status, statusText } = error;
      return draw(NOBODYS_ADDRESS, context, {
        kind: 'missing',
        // React Router knows a plain object of this shape as its own error response.
        hydration: {
          loaderData: {},
          errors: { [NOT_FOUND_ROUTE]: { status, statusText, data: null, internal: false } },
        },
      });
    },
    answers: async () => [...patient.answers],
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
