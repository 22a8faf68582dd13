import { prerenderToNodeStream } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import { createApiClient } from '../../../src/api/http-client';
import { createNodeHost } from '../../../src/prerender/node-host';
import { App } from '../../../src/app';
import type { Inlined } from './inlined';
import { type PageSource, pages } from './pages';

/** One page as a prerendered site would store it. */
export interface RenderedPage {
  readonly html: string;
  /** The style elements of what was drawn, and of nothing else. */
  readonly styles: string;
  readonly data: Inlined;
}

/** @returns a function that draws a page for everybody. @param origin of the site, in links and structured data. */
export function start(sources: readonly PageSource[]) {
  return async function render(pathname: string, origin: string): Promise<RenderedPage> {
    const { host, toasts } = createNodeHost(
      createApiClient(() => undefined),
      origin,
    );
    const handler = createStaticHandler(pages(host, toasts, sources));
    const context = await handler.query(new Request(new URL(pathname, origin)));
    if (context instanceof Response)
      throw new Error(`${pathname} leads to ${context.headers.get('location')}.`);
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
        // Longer contents would be outlined behind a visible fallback.
        { progressiveChunkSize: 1e9 },
      );
      const chunks: Buffer[] = [];
      for await (const chunk of prelude) chunks.push(Buffer.from(chunk as Uint8Array));
      return {
        html: Buffer.concat(chunks).toString(),
        styles: sheet.getStyleTags(),
        data: { loaderData: context.loaderData },
      };
    } finally {
      sheet.seal();
    }
  };
}
