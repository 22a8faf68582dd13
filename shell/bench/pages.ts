import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeCertificate } from '../measure/network/certificate';
import { PageServer } from '../measure/network/page-server';
import { SLOW_4G } from '../measure/network/throttled-connection';
import { launch } from '../measure/page/browser';
import { measuredPages } from '../measure/pages';
import { root } from '../tools/folders';
import { main, stopService } from '../tools/processes';
import { addPreloads } from './pages/builds/preloads';
import { copySources } from './pages/builds/sources';
import {
  type Bench,
  measureClicks,
  measureFirstClicks,
  measureHeaps,
  measureLoads,
  measureRelease,
} from './pages/phases';
import { buildVariants, hosted, startSite } from './pages/prepare';
import { drawChart } from './pages/report/chart';
import { emptyResults, type Results } from './pages/report/results';
import { printSummary } from './pages/report/summary';
import { printResults } from './pages/report/tables';
import { benchFolder, origins, ports, runs, selected, SLOWDOWN } from './pages/settings';

const log = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Compares the same pages built in six ways over the same throttled connection: cold visits, first clicks, navigations, memory,
 * and the cost of a release. `BENCH_RUNS`, `BENCH_VARIANTS`, `BENCH_ROUTES` and `BENCH_PHASES` reduce it, `BENCH_PORT`
 * chooses other ports, and `BENCH_REUSE=1` uses the builds of the former run.
 */
main(async () => {
  const begun = performance.now();
  const folders = {
    sources: path.join(benchFolder, 'sources'),
    builds: path.join(benchFolder, 'builds'),
    data: path.join(benchFolder, 'data'),
  };
  const isWanted = selected('BENCH_VARIANTS');
  const { site, cdn, api } = ports();

  const isReused = process.env.BENCH_REUSE === '1';
  if (!isReused) {
    // Without releases, orders and compositions of a former run.
    for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true });
    log('Copying the sources…');
    await copySources(root, folders.sources);
  }
  log('Building this site…');
  let service = await startSite(folders, log);
  if (!isReused) await buildVariants(folders, isWanted, log);

  const certificate = await makeCertificate();
  const server = new PageServer({ certificate, apiPort: api, sitePort: site, cdnPort: cdn });
  await server.listen();
  const browser = await launch(certificate.fingerprint, log);
  const results = emptyResults(runs(), browser.version());
  const bench: Bench = {
    browser,
    server,
    conditions: SLOW_4G,
    slowdown: SLOWDOWN,
    origin: origins().site,
    folders,
    results,
    isWanted,
    log,
  };
  if (isWanted('vite-prerendered')) {
    server.host(hosted('vite-prerendered', folders.builds));
    await addPreloads(browser, path.join(folders.builds, 'vite-prerendered'));
  }

  const isPhaseWanted = selected('BENCH_PHASES');
  if (isPhaseWanted('loads')) await measureLoads(bench);
  if (isPhaseWanted('first-clicks')) await measureFirstClicks(bench);
  if (isPhaseWanted('clicks')) await measureClicks(bench);
  if (isPhaseWanted('memory')) await measureHeaps(bench);
  if (isPhaseWanted('release')) service = await measureRelease(bench, service);

  await browser.close();
  await server.close();
  await stopService(service);
  await save(results);
  printResults(results);
  printSummary(results);
  log(`\nThe whole bench took ${((performance.now() - begun) / 60_000).toFixed(1)} minutes.`);
});

/** Writes every visit as JSON, and after a complete run the chart of the documentation. */
async function save(results: Results): Promise<void> {
  await writeFile(path.join(benchFolder, 'pages.json'), `${JSON.stringify(results, null, 2)}\n`);
  // A reduced run would draw an incomplete chart.
  if (!measuredPages.every(({ path: page }) => results.loads[page]?.vite && results.loads[page]?.site))
    return;
  const chart = path.join(root, 'shell/docs/bench/pages.svg');
  await mkdir(path.dirname(chart), { recursive: true });
  await writeFile(chart, drawChart(results));
}
