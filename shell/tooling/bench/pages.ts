import path from 'node:path';
import { chromium } from '@playwright/test';
import { type LoadFigures, visitPage } from './shared/lighthouse';
import { measuredPages } from './pages/measured-pages';
import { requireBrowser } from '../../platform/release/checks/require-browser';
import { root } from '../../packages/node/folders';
import { main, printLine as log } from '../../packages/node/processes';
import { measureClicks } from './pages/clicks';
import { buildMonolith, hosted, startMonolithServer } from './pages/prepare';
import { benchFolder, monolithOrigin, runs, selected } from './shared/settings';
import { findSite } from './shared/site';
import { median } from './shared/statistics';
import { printTable } from './shared/table';

const monolith = path.join(benchFolder, 'monolith');

/**
 * Compares this site with a Vite monolith of the same pages: cold visits and clicks. `BENCH_RUNS`,
 * `BENCH_ROUTES` and `BENCH_PHASES` (`loads,clicks`) reduce it, `BENCH_PORT` chooses other ports,
 * `BENCH_ORIGIN` measures a running site, and `BENCH_REUSE=1` uses the former build.
 */
main(async () => {
  const isPhaseWanted = selected('BENCH_PHASES');
  const program = requireBrowser(log);
  const own = await findSite(log);
  const server = await startMonolithServer(own.origin);
  if (process.env.BENCH_REUSE !== '1') {
    log('Building the monolith…');
    await buildMonolith(root, monolith);
  }
  server.host(hosted(monolith, own.origin));
  const variants: readonly Served[] = [
    { title: 'this site', origin: own.origin },
    { title: 'Vite monolith', origin: monolithOrigin() },
  ];
  if (isPhaseWanted('loads')) printLoads(await measureLoads(variants, program));
  if (isPhaseWanted('clicks')) await printClicks(variants, program);
  await server.stop();
  await own.stop();
});

interface Served {
  readonly title: string;
  readonly origin: string;
}

type Loads = ReadonlyMap<string, ReadonlyMap<string, LoadFigures[]>>;

/** Measures cold visits of every page in every variant alternately. A failed visit is reported and left out. */
async function measureLoads(variants: readonly Served[], program: string): Promise<Loads> {
  const isSelected = selected('BENCH_ROUTES');
  const pages = measuredPages.filter((page) => isSelected(page.path));
  const loads = new Map(
    pages.map((page) => [page.path, new Map(variants.map(({ title }) => [title, [] as LoadFigures[]]))]),
  );
  const wanted = runs(5);
  for (let run = 1; run <= wanted; run += 1) {
    log(`Cold visits, run ${run} of ${wanted}…`);
    for (const { path: page, withBasket } of pages) {
      for (const { title, origin } of variants) {
        try {
          const figures = await visitPage({ chromium: program, origin, path: page, withBasket });
          loads.get(page)?.get(title)?.push(figures);
        } catch (error) {
          log(`  ${title}, ${page}: ${String(error).split('\n')[0]}`);
        }
      }
    }
  }
  return loads;
}

const COLUMNS: readonly (readonly [string, (visit: LoadFigures) => number, number])[] = [
  ['FCP', ({ fcp }) => fcp, 0],
  ['LCP', ({ lcp }) => lcp, 0],
  ['TBT', ({ tbt = NaN }) => tbt, 0],
  ['CLS', ({ cls }) => cls, 3],
  ['JS KB', ({ scriptBytes }) => scriptBytes / 1024, 1],
  ['all KB', ({ bytes }) => bytes / 1024, 1],
  ['requests', ({ requests }) => requests, 0],
];

function printLoads(loads: Loads): void {
  for (const [page, variants] of loads) {
    const rows = [...variants]
      .filter(([, visits]) => visits.length > 0)
      .map(([title, visits]) => [
        title,
        ...COLUMNS.map(([, figure, digits]) => median(visits.map(figure)).toFixed(digits)),
      ]);
    printTable(`${page}: a cold visit, medians (milliseconds)`, [
      ['', ...COLUMNS.map(([name]) => name)],
      ...rows,
    ]);
  }
}

async function printClicks(variants: readonly Served[], program: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
  const rows = [];
  for (const { title, origin } of variants) {
    log(`Clicks, ${title}…`);
    const latencies: number[] = [];
    for (let run = 0; run < Math.min(3, runs(3)); run += 1) {
      latencies.push(...(await measureClicks(browser, origin)));
    }
    rows.push([title, ...[median(latencies), Math.max(...latencies)].map((time) => time.toFixed(0))]);
  }
  await browser.close();
  printTable('a click on a link, hovered for 300 ms (milliseconds to the next heading)', [
    ['', 'median', 'slowest'],
    ...rows,
  ]);
}
