import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';

/** What a visitor downloads, in bytes on the wire with headers. */
export interface Cost {
  readonly bytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
}

const PAGES = ['/', '/isa-books/1'];
/** How many milliseconds without traffic show that a page prefetches nothing more. */
const UNTIL_QUIET = 3_500;

/** Visits pages one after another with the visitor's cache, and sums up the downloads, except telemetry. */
export async function visitAll(context: BrowserContext, origin: string): Promise<Cost> {
  const cost = { bytes: 0, scriptBytes: 0, requests: 0 };
  for (const path of PAGES) {
    const page = await context.newPage();
    await visit(page, `${origin}${path}`, (url, bytes) => {
      const { pathname } = new URL(url);
      if (bytes === 0 || pathname.startsWith('/api/telemetry')) return;
      cost.bytes += bytes;
      cost.requests += 1;
      if (pathname.endsWith('.js')) cost.scriptBytes += bytes;
    });
    await page.close();
  }
  return cost;
}

/** @param onLoaded gets each request with its bytes on the wire, 0 from the cache. */
async function visit(page: Page, address: string, onLoaded: (url: string, bytes: number) => void) {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  let lastChange = performance.now();
  session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    lastChange = performance.now();
    if (/^https?:/.test(url)) urls.set(requestId, url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastChange = performance.now();
    const url = urls.get(requestId);
    if (url) onLoaded(url, encodedDataLength);
  });
  await session.send('Network.enable');
  await page.goto(address, { timeout: 60_000 });
  await page.waitForFunction(() => performance.getEntriesByName('isa-alive').length > 0);
  while (performance.now() - lastChange < UNTIL_QUIET) await delay(100);
}
