import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import { createApiClient } from '../../../src/api/http-client';
import { createNodeHost } from '../../../src/prerender/node-host';
import { App } from '../../../src/router/app';
import { type PageSource, pages } from './pages';

export interface BenchPage {
  readonly html: string;
  /** The style elements that the page uses. */
  readonly styles: string;
  readonly loaderData: StaticHandlerContext['loaderData'];
}

/** @returns a function that renders a page; the origin is used in links and structured data. */
export function start(sources: readonly PageSource[]) {
  return async function render(pathname: string, origin: string): Promise<BenchPage> {
    const { host, toasts } = createNodeHost(
      createApiClient(() => undefined),
      origin,
    );
    const handler = createStaticHandler(pages(host, toasts, sources));
    const context = await handler.query(new Request(new URL(pathname, origin)));
    if (context instanceof Response)
      throw new Error(`${pathname} redirects to ${context.headers.get('location')}.`);
    if (context.errors) throw new Error(`${pathname} has no data.`, { cause: context.errors });
    const sheet = new ServerStyleSheet();
    try {
      const { prelude } = await prerenderToNodeStream(
        sheet.collectStyles(
          <App host={host}>
            <StaticRouterProvider
              router={createStaticRouter(handler.dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </App>,
        ),
        // The size is large, because React would stream longer contents behind a visible fallback.
        { progressiveChunkSize: 1e9 },
      );
      return {
        html: await text(prelude),
        styles: sheet.getStyleTags(),
        loaderData: context.loaderData,
      };
    } finally {
      sheet.seal();
    }
  };
}
