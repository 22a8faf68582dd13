import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { SeededRandom } from '../../../api/testing/faults/seeded-random';
import type { HostedSite } from '../../measure/network/page-server';
import { newVisitor, withVisitor } from '../../measure/page/browser';
import { measureFirstClick } from '../../measure/page/first-click';
import { measureLoad, type ThrottledVisit } from '../../measure/page/load';
import { measureMemory } from '../../measure/page/memory';
import { measureNavigations } from '../../measure/page/navigation';
import { type ReleaseCost, releaseCost, visitAll } from '../../measure/page/release-cost';
import { homePage, measuredPages, type MeasuredPage } from '../../measure/pages';
import { type Service, stopService } from '../../tools/processes';
import { changeApp } from './builds/sources';
import { type BenchFolders, buildVariants, hosted, hostedWithoutDictionaries, startSite } from './prepare';
import type { Results } from './report/results';
import { selected } from './settings';
import { isScripted, titles, type VariantId, variantIds } from './variants';

/** The settings of all visits, and where the results go. */
export interface Bench extends Omit<ThrottledVisit, 'page'> {
  readonly folders: BenchFolders;
  readonly results: Results;
  readonly isWanted: (id: VariantId) => boolean;
  readonly log: (line: string) => void;
}

/** Navigations vary little, so they are repeated no more than this. */
const NAVIGATION_RUNS = 3;
/** The variants whose navigations are compared: those of the monoliths do not differ, prerendered or not. */
const NAVIGATED: readonly VariantId[] = ['site', 'naive', 'vite'];
/** The variants whose releases are compared with this site's. */
const RELEASED: readonly VariantId[] = ['site', 'webpack', 'vite'];
const WITH_MEMORY: readonly VariantId[] = ['site', 'vite'];

/** Serves a variant and measures it. A failure is recorded, and the bench continues. */
async function attempt(
  { server, results }: Bench,
  id: VariantId,
  site: HostedSite,
  what: string,
  measure: () => Promise<void>,
): Promise<void> {
  server.host(site);
  try {
    await measure();
  } catch (error) {
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
    results.faults.push(`${titles[id]}, ${what}: ${message}`);
  }
}

/**
 * Visits every page once without throttling, so that the server has read and compressed everything before measured
 * visits, as a store or a CDN has. Compressing a page takes 0.1 s, a framework's script 0.5 s.
 */
async function warmUp(
  bench: Bench,
  pages: readonly MeasuredPage[],
  sites: ReadonlyMap<VariantId, HostedSite>,
): Promise<void> {
  bench.log('Warming up the server…');
  bench.server.throttle(undefined);
  for (const [id, site] of sites) {
    bench.server.host(site);
    for (const page of pages.filter(({ isPublic }) => isPublic || isScripted(id))) {
      await withVisitor({ ...bench, page, slowdown: 1 }, 'phone', ({ requests }) => requests.quiet());
    }
  }
}

/** Cold visits: every page in every variant alternately, beginning with another variant in each run. */
export async function measureLoads(bench: Bench): Promise<void> {
  const { folders, results, isWanted, log } = bench;
  const isSelected = selected('BENCH_ROUTES');
  const pages = measuredPages.filter((page) => isSelected(page.path));
  const sites = new Map(variantIds.filter(isWanted).map((id) => [id, hosted(id, folders.builds)]));
  await warmUp(bench, pages, sites);
  for (let run = 0; run < results.runs; run += 1) {
    log(`Cold visits, run ${run + 1} of ${results.runs}…`);
    const first = run % sites.size;
    const order = [...[...sites].slice(first), ...[...sites].slice(0, first)];
    for (const page of pages) {
      for (const [id, site] of order) {
        // Static pages are made of prerendered ones, and private pages are not prerendered.
        if (!isScripted(id) && !page.isPublic) continue;
        await attempt(bench, id, site, page.path, async () => {
          const hydrates = isScripted(id);
          const figures = await measureLoad({ ...bench, page, hydrates, interacts: hydrates });
          ((results.loads[page.path] ??= {})[id] ??= []).push(figures);
          for (const fault of new Set(figures.faults)) {
            results.faults.push(`${titles[id]}, ${page.path}: ${fault}`);
          }
        });
      }
    }
  }
}

/** Random moments of first clicks on each page, within this many milliseconds of the first paint. */
const MOMENTS = { count: 20, within: 4_000, seed: 17 };

/** The first tap of a cold visit at random moments, before and after hydration; the same moments in every run. */
export async function measureFirstClicks(bench: Bench): Promise<void> {
  const { folders, results, isWanted, log } = bench;
  if (!isWanted('site')) return;
  const isSelected = selected('BENCH_ROUTES');
  const random = new SeededRandom(MOMENTS.seed);
  const moments = Array.from({ length: Math.min(MOMENTS.count, results.runs * 4) }, () =>
    random.below(MOMENTS.within),
  );
  for (const page of measuredPages.filter(({ path: address }) => isSelected(address))) {
    log(`First clicks, ${page.path}…`);
    for (const moment of moments) {
      await attempt(bench, 'site', hosted('site', folders.builds), `first click, ${page.path}`, async () => {
        (results.firstClicks[page.path] ??= []).push(await measureFirstClick({ ...bench, page }, moment));
      });
    }
  }
}

/** Clicks on links of the header, and touches of them on this site. */
export async function measureClicks(bench: Bench): Promise<void> {
  const { folders, results, isWanted, log } = bench;
  for (let run = 0; run < Math.min(NAVIGATION_RUNS, results.runs); run += 1) {
    log(`Navigations, run ${run + 1}…`);
    for (const id of NAVIGATED.filter(isWanted)) {
      await attempt(bench, id, hosted(id, folders.builds), 'navigation', async () => {
        (results.navigations[id] ??= []).push(
          ...(await measureNavigations({ ...bench, page: homePage }, 'hover')),
        );
        if (id !== 'site') return;
        results.touches.push(...(await measureNavigations({ ...bench, page: homePage }, 'touch')));
      });
    }
  }
}

/** Memory after repeated navigations among the remotes. */
export async function measureHeaps(bench: Bench): Promise<void> {
  const { folders, results, isWanted, log } = bench;
  log('Memory over fifty navigations…');
  for (const id of WITH_MEMORY.filter(isWanted)) {
    await attempt(bench, id, hosted(id, folders.builds), 'memory', async () => {
      results.memory[id] = await measureMemory({ ...bench, page: homePage });
    });
  }
}

/** A returning visitor of one variant. */
interface Returning {
  readonly id: VariantId;
  readonly dictionaries: boolean;
  readonly visitor: BrowserContext;
}

/**
 * What a returning visitor downloads after one changed line was released: visits with the old builds, then the same
 * visits with new builds and the old cache; for this site also without compression dictionaries, and then after a release
 * of the shell. It comes last because it changes the sources.
 * @returns the process of the changed site.
 */
export async function measureRelease(bench: Bench, service: Service): Promise<Service> {
  const { browser, server, origin, folders, results, isWanted, log } = bench;
  log('The cost of a release…');
  const pages = measuredPages.filter((page) => ['/', '/isa-books/1'].includes(page.path));
  const compared = RELEASED.filter(isWanted);
  const before = { ...folders, builds: path.join(folders.builds, 'before') };
  const after = { ...folders, builds: path.join(folders.builds, 'after') };
  const buildCompared = (state: BenchFolders) =>
    buildVariants(
      state,
      (id) => compared.includes(id),
      () => undefined,
    );
  const visit = async (
    { id, dictionaries, visitor }: Returning,
    { builds }: BenchFolders,
    record: (cost: ReleaseCost) => void,
  ) => {
    const site = dictionaries ? hosted(id, builds) : hostedWithoutDictionaries(builds);
    await attempt(bench, id, site, 'a release', async () => {
      record(releaseCost(await visitAll(visitor, origin, pages)));
    });
  };
  const arrive = async (id: VariantId, dictionaries: boolean): Promise<Returning> => ({
    id,
    dictionaries,
    visitor: await newVisitor(browser, 'phone', origin),
  });
  const visitors = await Promise.all([
    ...compared.map((id) => arrive(id, true)),
    ...(isWanted('site') ? [arrive('site', false)] : []),
  ]);
  server.throttle(undefined);
  await buildCompared(before);
  for (const returning of visitors) await visit(returning, before, () => undefined);

  await changeApp('shop', folders.sources);
  await stopService(service);
  let changed = await startSite(folders, log);
  await buildCompared(after);
  for (const returning of visitors) {
    await visit(returning, after, (cost) => {
      if (returning.dictionaries) results.releases[returning.id] = cost;
      else results.ownReleases['shop, without dictionaries'] = cost;
    });
  }

  if (isWanted('site')) {
    await changeApp('shell', folders.sources);
    await stopService(changed);
    changed = await startSite(folders, log);
    for (const returning of visitors.filter(({ id }) => id === 'site')) {
      await visit(returning, after, (cost) => {
        results.ownReleases[returning.dictionaries ? 'shell' : 'shell, without dictionaries'] = cost;
      });
    }
  }
  for (const { visitor } of visitors) await visitor.close();
  return changed;
}
