import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { type LoadFigures, visitPage } from './shared/lighthouse';
import { COMPARED, INDEXABLE, PRIVATE } from './pages/measured-pages';
import { requireBrowser } from '../../platform/release/checks/require-browser';
import { root } from '../../packages/node/folders';
import { main, printLine as log } from '../../packages/node/processes';
import { measureClicks, measureTaps, TAPPED, type Taps } from './pages/clicks';
import { type LargestPaint, measurePaint, withoutScripts } from './pages/paints';
import type { HostedSite } from './pages/page-server';
import { buildMonolith, hosted, startMonolithServer } from './pages/prepare';
import { benchFolder, monolithOrigin, runs, selected } from './shared/settings';
import { findSite } from './shared/site';
import { median, percentile } from './shared/statistics';
import { printTable } from './shared/table';

const monolith = path.join(benchFolder, 'monolith');

/**
 * Compares this site with a Vite monolith of the same pages: cold visits, paints, clicks and taps. `BENCH_RUNS`,
 * `BENCH_ROUTES` and `BENCH_PHASES` (`loads,paints,clicks,taps`) reduce it, `BENCH_PORT` chooses other ports,
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
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
  if (isPhaseWanted('clicks')) await printClicks(variants, browser);
  if (isPhaseWanted('taps')) await printTaps(own.origin, browser);
  if (isPhaseWanted('paints')) {
    const bare = { title: 'without scripts', origin: monolithOrigin(), site: withoutScripts(own.origin) };
    const [site, other] = variants;
    if (site && other)
      await printPaints([site, bare, { ...other, site: hosted(monolith, own.origin) }], browser, server.host);
  }
  await browser.close();
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
  const pages = COMPARED.filter(isSelected);
  const loads = new Map(
    pages.map((page) => [page, new Map(variants.map(({ title }) => [title, [] as LoadFigures[]]))]),
  );
  const wanted = runs(5);
  for (let run = 1; run <= wanted; run += 1) {
    log(`Cold visits, run ${run} of ${wanted}…`);
    for (const page of pages) {
      for (const { title, origin } of variants) {
        try {
          const figures = await visitPage({ chromium: program, origin, path: page });
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

async function printClicks(variants: readonly Served[], browser: Browser): Promise<void> {
  const rows = [];
  for (const { title, origin } of variants) {
    log(`Clicks, ${title}…`);
    const latencies: number[] = [];
    for (let run = 0; run < Math.min(3, runs(3)); run += 1) {
      latencies.push(...(await measureClicks(browser, origin)));
    }
    rows.push([title, ...summary(latencies)]);
  }
  printTable('a click on a link, hovered for 300 ms (milliseconds to the next heading)', [
    ['', ...SUMMARY],
    ...rows,
  ]);
}

const SUMMARY = ['median', '95 %', 'slowest'];

const summary = (values: readonly number[]) =>
  [median(values), percentile(values, 95), Math.max(...values)].map((value) => value.toFixed(0));

async function printTaps(origin: string, browser: Browser): Promise<void> {
  for (const isNetworkSlow of [true, false]) {
    const found: Taps[] = [];
    const wanted = runs(30);
    for (let run = 1; run <= wanted; run += 1) {
      log(`Taps, run ${run} of ${wanted}…`);
      found.push(await measureTaps(browser, origin, isNetworkSlow));
    }
    const network = isNetworkSlow ? 'slow 4G' : 'no slow network';
    printTable(`a tap on a phone, ${network} (milliseconds to the next heading)`, [
      ['', ...SUMMARY, ...SUMMARY.map((name) => `work, ${name}`)],
      ...TAPPED.map((target) => {
        const taps = found.map((one) => one[target]);
        return [
          target,
          ...summary(taps.map(({ latency }) => latency)),
          ...summary(taps.map(({ work }) => work)),
        ];
      }),
    ]);
  }
}

/** @param host makes the server of the other variants serve one of them. */
async function printPaints(
  variants: readonly (Served & { readonly site?: HostedSite })[],
  browser: Browser,
  host: (site: HostedSite) => void,
): Promise<void> {
  const pages = [...INDEXABLE, ...PRIVATE].filter(selected('BENCH_ROUTES'));
  const paints = pages.map(() => variants.map((): LargestPaint[] => []));
  const wanted = runs(5);
  for (let run = 1; run <= wanted; run += 1) {
    log(`Paints, run ${run} of ${wanted}…`);
    for (const [row, page] of pages.entries()) {
      for (const [column, { origin, site }] of variants.entries()) {
        if (site) host(site);
        paints[row]?.[column]?.push(await measurePaint(browser, origin, page));
      }
    }
  }
  printTable(
    'the largest paint on a phone with slow 4G (milliseconds), and ours as a share of the one without scripts',
    [
      ['', ...variants.map(({ title }) => title), 'share', 'the largest element here'],
      ...pages.map((page, row) => {
        const found = paints[row] ?? [];
        const medians = found.map((each) => median(each.map(({ time }) => time)));
        const [own = NaN, bare = NaN] = medians;
        const times = medians.map((time) => time.toFixed(0));
        return [page, ...times, (own / bare).toFixed(2), found[0]?.at(-1)?.element ?? ''];
      }),
    ],
  );
}
