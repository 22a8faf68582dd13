import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { basketCookie, needsBasket } from './measured-pages';
import { forwardTo, type HostedSite } from './page-server';
import { onSlowDevice } from './slow-phone';

/** How long nothing larger may appear until the paint counts as the largest, in milliseconds. */
const UNTIL_QUIET = 3_000;

export interface LargestPaint {
  /** Milliseconds by the browser's own clock. */
  readonly time: number;
  /** The painted element: its name and the beginning of its text. */
  readonly element: string;
}

/** Measures the largest paint of a page on a phone with a slow 4G. */
export async function measurePaint(browser: Browser, origin: string, path: string): Promise<LargestPaint> {
  return onSlowDevice(browser, { kind: 'phone', isNetworkSlow: true }, async (page) => {
    if (needsBasket(path)) await page.context().addCookies([basketCookie(origin)]);
    await page.goto(`${origin}${path}`, { timeout: 60_000, waitUntil: 'load' });
    await page.waitForTimeout(UNTIL_QUIET);
    return page.evaluate(
      () =>
        new Promise<LargestPaint>((resolve) => {
          new PerformanceObserver((list) => {
            const last = list.getEntries().at(-1);
            const element = last instanceof LargestContentfulPaint ? last.element : null;
            resolve({
              time: last?.startTime ?? NaN,
              element: `${element?.localName ?? 'removed'} ${element?.textContent?.trim().slice(0, 30) ?? ''}`,
            });
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
  });
}

/** Serves the site at an origin without its scripts, which is the least that its pages can cost. */
export function withoutScripts(origin: string): HostedSite {
  const others = forwardTo(origin);
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { cookie = '' } = request.headers;
    const page = await fetch(`${origin}${request.url}`, { headers: { cookie, accept: 'text/html' } });
    const html = (await page.text())
      .replaceAll(/<script\b.*?<\/script>/gs, '')
      .replaceAll(/<link\b[^>]*\bas="?script\b[^>]*>/g, '');
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
    response.writeHead(page.status, headers).end(await promisify(brotliCompress)(html));
  }
  return {
    site(request, response, next) {
      if (request.headers.accept?.includes('text/html')) {
        answer(request, response).catch(() => response.destroy());
      } else others(request, response, next);
    },
  };
}
