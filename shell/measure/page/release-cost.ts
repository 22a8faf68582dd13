import type { BrowserContext } from '@playwright/test';
import type { MeasuredPage } from '../pages';
import { openPage, waitUntilHydrated } from './browser';
import { sumOfBytes } from './load';
import type { Transfer } from './requests';

/** What a returning visitor downloads after one line of the shop was changed and released. Bytes on the wire. */
export interface ReleaseCost {
  readonly bytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
}

/** Milliseconds without traffic after which a page prefetches nothing more. */
const UNTIL_QUIET = 3_500;

/** Visits pages one after another with the visitor's cache. */
export async function visitAll(
  context: BrowserContext,
  origin: string,
  pages: readonly MeasuredPage[],
): Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  for (const measured of pages) {
    const tab = await openPage(context, origin, measured);
    await waitUntilHydrated(tab, measured);
    await tab.requests.quiet(UNTIL_QUIET);
    transfers.push(...tab.requests.all());
    await tab.page.close();
  }
  return transfers;
}

/** Sums up the downloads, except telemetry. */
export function releaseCost(transfers: readonly Transfer[]): ReleaseCost {
  const fetched = transfers.filter(
    ({ bytes, url }) => bytes > 0 && !new URL(url).pathname.startsWith('/api/telemetry'),
  );
  return {
    bytes: sumOfBytes(fetched),
    scriptBytes: sumOfBytes(fetched.filter(({ url }) => new URL(url).pathname.endsWith('.js'))),
    requests: fetched.length,
  };
}
