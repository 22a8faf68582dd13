import type { BrowserContext } from '@playwright/test';
import { watchedPage } from './browser';
import type { Transfer } from './requests';
import type { BenchRoute } from '../routes';

/** What a returning visitor downloads after one line of the shop was released. Bytes on the wire. */
export interface ReleaseCost {
  readonly bytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
}

/** Without traffic for so long, a page fetches nothing ahead any more; milliseconds. */
const UNTIL_AT_REST = 3_500;

/** Visits pages one after another with whatever the visitor's cache has. */
export async function visitAll(
  context: BrowserContext,
  origin: string,
  routes: readonly BenchRoute[],
): Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  for (const route of routes) {
    const { page, requests } = await watchedPage(context, route.marker, 1);
    await page.goto(`${origin}${route.path}`, { waitUntil: 'load' });
    await page.waitForFunction(() => window.benchObserved().hydrated !== undefined);
    await requests.quiet(UNTIL_AT_REST);
    transfers.push(...requests.transfers());
    await page.close();
  }
  return transfers;
}

/** Sums up what came over the line; reports of the page about itself are no part of it. */
export function releaseCost(transfers: readonly Transfer[]): ReleaseCost {
  const fetched = transfers.filter(
    ({ bytes, url }) => bytes > 0 && !new URL(url).pathname.startsWith('/api/telemetry'),
  );
  const sum = (list: readonly Transfer[]) => list.reduce((total, { bytes }) => total + bytes, 0);
  return {
    bytes: sum(fetched),
    scriptBytes: sum(fetched.filter(({ url }) => new URL(url).pathname.endsWith('.js'))),
    requests: fetched.length,
  };
}
