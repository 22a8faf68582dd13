import type { PageServer } from '../network/page-server';
import { type ObservedTab, type VisitOptions, waitUntilHydrated, withVisitor } from './browser';
import { LINKS } from './navigation';

/** The page's heap after garbage collection, in bytes, after this many navigations among remotes. */
export interface MemoryFigures {
  readonly navigations: number;
  readonly heap: number;
}

const STEPS = [10, 30, 50];

/** Visits the remotes' pages in rotation, fifty navigations in one tab. */
export async function measureMemory(
  visit: VisitOptions & { readonly server: PageServer },
): Promise<MemoryFigures[]> {
  visit.server.throttle(undefined);
  return withVisitor({ ...visit, slowdown: 1 }, 'desktop', async (tab) => {
    await waitUntilHydrated(tab, visit.page);
    const figures: MemoryFigures[] = [];
    for (let navigations = 1; navigations <= Math.max(...STEPS); navigations += 1) {
      const path = LINKS[navigations % LINKS.length] ?? visit.page.path;
      await tab.page.locator(`header nav a[href="${path}"]`).first().click();
      await tab.page.waitForURL(`**${path}`);
      await tab.page.locator('main h1').first().waitFor();
      if (STEPS.includes(navigations)) figures.push({ navigations, heap: await heapOf(tab) });
    }
    return figures;
  });
}

async function heapOf({ session, requests }: ObservedTab): Promise<number> {
  await requests.quiet();
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
