import path from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { UserError } from '../../tools/user-error';
import { RunningSite } from './builds/site';
import { changeShop } from './builds/sources';
import { newVisitor, watchedPage } from '../../measure/page/browser';
import { measureLoad } from '../../measure/page/load';
import { measureMemory } from '../../measure/page/memory';
import { measureNavigations } from '../../measure/page/navigation';
import { releaseCost, visitAll } from '../../measure/page/release-cost';
import type { Hosted, PageServer } from '../../measure/network/page-server';
import { type BenchFolders, buildVariants, hosted, origins } from './prepare';
import type { Results } from './report/results';
import { type BenchRoute, routes } from '../../measure/routes';
import { chosen, SLOW_4G, SLOWDOWN } from '../../measure/settings';
import { isScripted, titles, type VariantId, variantIds } from './variants';

/** What every phase needs. */
export interface Bench {
  readonly browser: Browser;
  readonly server: PageServer;
  readonly folders: BenchFolders;
  readonly results: Results;
  readonly wanted: (id: VariantId) => boolean;
  readonly tell: (line: string) => void;
}

/** Navigations are few and vary little; they are repeated no more than this. */
const NAVIGATION_RUNS = 3;
/** The variants whose clicks are compared: the monoliths' do not differ, prerendered or not. */
const CLICKED: readonly VariantId[] = ['site', 'naive', 'vite'];
/** The variants whose memory and releases are compared with this site's. */
const RELEASED: readonly VariantId[] = ['site', 'webpack', 'vite'];

function home(): BenchRoute {
  const [first] = routes;
  if (!first) throw new UserError('The bench has no routes.');
  return first;
}

/** A variant that failed once is left out of that run, and named at the end. */
async function attempt(bench: Bench, what: string, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    bench.results.faults.push(
      `${what}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    );
  }
}

/**
 * Visits every page once over no line at all: the server has read and compressed by then what the measured visits
 * ask for, as a store or a CDN has. Compressing a page takes a tenth of a second, a framework's script half of one.
 */
async function warmUp(
  { browser, server, tell }: Bench,
  visited: readonly BenchRoute[],
  served: ReadonlyMap<VariantId, Hosted>,
): Promise<void> {
  tell('Warming up the server…');
  for (const [id, variant] of served) {
    server.host(variant);
    server.newLine(undefined);
    for (const route of visited.filter(({ isPublic }) => isPublic || isScripted(id))) {
      const visitor = await newVisitor(browser, 'phone', origins().site, route.withBasket);
      const { page, requests } = await watchedPage(visitor, route.marker, 1);
      await page.goto(`${origins().site}${route.path}`, { waitUntil: 'load', timeout: 60_000 });
      await requests.quiet();
      await visitor.close();
    }
  }
}

/** Cold visits: every page in every variant in turn, beginning with another variant in each run. */
export async function measureLoads(bench: Bench): Promise<void> {
  const { browser, server, folders, results, wanted, tell } = bench;
  const isWantedRoute = chosen('BENCH_ROUTES');
  const visited = routes.filter(({ path: pathname }) => isWantedRoute(pathname));
  const compared = variantIds.filter(wanted);
  const served = new Map(compared.map((id) => [id, hosted(id, folders.builds)]));
  await warmUp(bench, visited, served);
  for (let run = 0; run < results.runs; run += 1) {
    tell(`Cold visits, run ${run + 1} of ${results.runs}…`);
    const order = compared.map((_, index) => compared[(index + run) % compared.length] ?? 'site');
    for (const route of visited) {
      for (const id of order) {
        const variant = served.get(id);
        // The static page is made of a prerendered one; what is private is none.
        if (!variant || (!isScripted(id) && !route.isPublic)) continue;
        server.host(variant);
        await attempt(bench, `${titles[id]}, ${route.path}`, async () => {
          const figures = await measureLoad({
            browser,
            server,
            conditions: SLOW_4G,
            slowdown: SLOWDOWN,
            origin: origins().site,
            route,
            scripted: isScripted(id),
          });
          ((results.loads[route.path] ??= {})[id] ??= []).push(figures);
          const faults = new Set(figures.faults);
          for (const fault of faults) results.faults.push(`${titles[id]}, ${route.path}: ${fault}`);
        });
      }
    }
  }
}

/** Clicks on links of the header. */
export async function measureClicks(bench: Bench): Promise<void> {
  const { browser, server, folders, results, wanted, tell } = bench;
  for (let run = 0; run < Math.min(NAVIGATION_RUNS, results.runs); run += 1) {
    tell(`Navigations, run ${run + 1}…`);
    for (const id of CLICKED.filter(wanted)) {
      server.host(hosted(id, folders.builds));
      await attempt(bench, `${titles[id]}, navigation`, async () => {
        const figures = await measureNavigations({
          browser,
          server,
          conditions: SLOW_4G,
          slowdown: SLOWDOWN,
          origin: origins().site,
          from: home(),
        });
        (results.navigations[id] ??= []).push(...figures);
      });
    }
  }
}

/** Whether memory climbs while a visitor goes round the remotes. */
export async function measureHeaps(bench: Bench): Promise<void> {
  const { browser, server, folders, results, wanted, tell } = bench;
  tell('Memory over fifty navigations…');
  for (const id of (['site', 'vite'] as const).filter(wanted)) {
    server.host(hosted(id, folders.builds));
    await attempt(bench, `${titles[id]}, memory`, async () => {
      results.memory[id] = await measureMemory(browser, server, origins().site, home());
    });
  }
}

/**
 * What one released line costs a visitor who was here before: visits with the old builds, a changed line, new
 * builds, the same visits with what the cache has. Comes last: it changes the sources.
 * @returns the site as it runs afterwards.
 */
export async function measureRelease(bench: Bench, running: RunningSite): Promise<RunningSite> {
  const { browser, server, folders, results, wanted, tell } = bench;
  tell('The cost of a release…');
  const pages = routes.filter(({ path: pathname }) => ['/', '/isa-books/1'].includes(pathname));
  const compared = RELEASED.filter(wanted);
  const before = { ...folders, builds: path.join(folders.builds, 'before') };
  const after = { ...folders, builds: path.join(folders.builds, 'after') };
  const isBuilt = (id: VariantId) => id !== 'site' && compared.includes(id);
  const visitors = new Map<VariantId, BrowserContext>();
  server.newLine(undefined);
  await buildVariants(before, isBuilt, () => undefined);
  for (const id of compared) {
    const visitor = await newVisitor(browser, 'phone', origins().site);
    visitors.set(id, visitor);
    server.host(hosted(id, before.builds));
    await attempt(bench, `${titles[id]}, before the release`, async () => {
      await visitAll(visitor, origins().site, pages);
    });
  }
  await changeShop(folders.sources);
  await running.stop();
  const changed = await RunningSite.start(folders.sources, running.dataFolder, tell);
  await buildVariants(after, isBuilt, () => undefined);
  for (const [id, visitor] of visitors) {
    server.host(hosted(id, after.builds));
    await attempt(bench, `${titles[id]}, after the release`, async () => {
      results.releases[id] = releaseCost(await visitAll(visitor, origins().site, pages));
    });
    await visitor.close();
  }
  return changed;
}
