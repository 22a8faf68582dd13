import type { Browser } from '@playwright/test';
import type { PageServer } from '../network/page-server';
import type { BenchRoute } from '../routes';
import { newVisitor, watchedPage, type WatchedPage } from './browser';
import { waitUntilHydrated } from './load';
import { LINKS } from './navigation';

/** The page's heap after a garbage collection, in bytes, after so many navigations among remotes. */
export interface MemoryFigures {
  readonly navigations: number;
  readonly heap: number;
}

const STEPS = [10, 30, 50];

/** Goes round the remotes fifty times in one tab. */
export async function measureMemory(
  browser: Browser,
  server: PageServer,
  origin: string,
  from: BenchRoute,
): Promise<MemoryFigures[]> {
  server.newLine(undefined);
  const context = await newVisitor(browser, 'desk', origin);
  try {
    const watched = await watchedPage(context, from.marker, 1);
    await watched.page.goto(`${origin}${from.path}`);
    await waitUntilHydrated(watched, from);
    const figures: MemoryFigures[] = [];
    for (let done = 1; done <= Math.max(...STEPS); done += 1) {
      const path = LINKS[done % LINKS.length] ?? from.path;
      await watched.page.locator(`header nav a[href="${path}"]`).first().click();
      await watched.page.waitForURL(`**${path}`);
      await watched.page.locator('main h1').first().waitFor();
      if (STEPS.includes(done)) figures.push({ navigations: done, heap: await heapOf(watched) });
    }
    return figures;
  } finally {
    await context.close();
  }
}

async function heapOf({ session, requests }: WatchedPage): Promise<number> {
  await requests.quiet();
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
