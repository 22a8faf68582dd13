import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { main } from '../tools/processes';
import { root } from '../tools/folders';
import { RunningSite } from './pages/builds/site';
import { copySources } from './pages/builds/sources';
import { launch } from '../measure/page/browser';
import { makeCertificate } from '../measure/network/certificate';
import { PageServer } from '../measure/network/page-server';
import { type Bench, measureClicks, measureHeaps, measureLoads, measureRelease } from './pages/phases';
import { buildVariants, finishPrerendered } from './pages/prepare';
import { drawPicture } from './pages/report/picture';
import { emptyResults, type Results } from './pages/report/results';
import { printResults } from './pages/report/tables';
import { benchFolder, chosen, ports, runs } from '../measure/settings';

const tell = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * The same pages built six ways, visited in turn over one and the same simulated line: cold visits, clicks,
 * the cost of a release, memory. `BENCH_RUNS`, `BENCH_VARIANTS`, `BENCH_ROUTES`, `BENCH_PHASES` and
 * `BENCH_PORT` make it smaller or move it; `BENCH_REUSE=1` takes the builds of the run before.
 */
main(async () => {
  const begun = performance.now();
  const folders = { sources: path.join(benchFolder, 'sources'), builds: path.join(benchFolder, 'builds') };
  const dataFolder = path.join(benchFolder, 'data');
  const wanted = chosen('BENCH_VARIANTS');
  const { site, cdn, api } = ports();

  const isReused = process.env.BENCH_REUSE === '1';
  if (!isReused) {
    // From nothing: no release, order or composition of an earlier run.
    for (const folder of [folders.sources, folders.builds, dataFolder]) {
      await rm(folder, { recursive: true, force: true });
    }
    tell('Copying the sources…');
    await copySources(root, folders.sources);
  }
  tell('Building this site…');
  let running = await RunningSite.start(folders.sources, dataFolder, tell);
  if (!isReused) await buildVariants(folders, wanted, tell);

  const certificate = await makeCertificate();
  const server = new PageServer({ certificate, apiPort: api, sitePort: site, cdnPort: cdn });
  await server.listen();
  const browser = await launch(certificate.fingerprint, tell);
  const results = emptyResults(runs(), browser.version());
  const bench: Bench = { browser, server, folders, results, wanted, tell };
  if (wanted('vite-prerendered') || wanted('static')) await finishPrerendered(folders, server, browser);

  const isWanted = chosen('BENCH_PHASES');
  if (isWanted('loads')) await measureLoads(bench);
  if (isWanted('clicks')) await measureClicks(bench);
  if (isWanted('memory')) await measureHeaps(bench);
  if (isWanted('release')) running = await measureRelease(bench, running);

  await browser.close();
  await server.close();
  await running.stop();
  await keep(results);
  printResults(results);
  tell(`\nThe whole bench took ${((performance.now() - begun) / 60_000).toFixed(1)} minutes.`);
});

/** Every visit as JSON, and the picture for the README. */
async function keep(results: Results): Promise<void> {
  await writeFile(path.join(benchFolder, 'pages.json'), `${JSON.stringify(results, null, 2)}\n`);
  if (Object.keys(results.loads).length === 0) return;
  const picture = path.join(root, 'shell/docs/bench/pages.svg');
  await mkdir(path.dirname(picture), { recursive: true });
  await writeFile(picture, drawPicture(results));
}
