import { rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { requireBrowser } from '../../platform/release/checks/require-browser';
import { root } from '../../packages/node/folders';
import { main, printLine as log } from '../../packages/node/processes';
import { buildMonolith, hosted, startMonolithServer } from './pages/prepare';
import { changeApp, copySources } from '../testing/site/copied-sources';
import { type Cost, visitAll } from './release-cost/visit';
import { benchFolder, monolithOrigin } from './shared/settings';
import { type BenchSite, startBenchSite } from './shared/site';
import { printTable } from './shared/table';

const sources = path.join(benchFolder, 'sources');
const builds = path.join(benchFolder, 'release-builds');
const data = path.join(benchFolder, 'release-data');

/**
 * Measures what a returning visitor downloads after one changed line was released; this site also without
 * compression dictionaries. `BENCH_PORT` chooses other ports. The lines are changed in a copy of the working
 * tree.
 */
main(async () => {
  const program = requireBrowser(log);
  for (const folder of [builds, data]) await rm(folder, { recursive: true, force: true });
  log('Copying the sources…');
  await copySources(root, sources);
  // The commands find the project's root from the working directory.
  process.chdir(sources);

  const launch = (...more: readonly string[]) =>
    chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu', ...more] });
  const browsers = await Promise.all([launch(), launch('--disable-features=CompressionDictionaryTransport')]);
  const [visitor, monolithVisitor, oldVisitor] = await Promise.all(
    [browsers[0], browsers[0], browsers[1]].map((browser) => browser.newContext({ locale: 'en-GB' })),
  );
  if (!visitor || !monolithVisitor || !oldVisitor) return;

  let site = await release();
  const server = await startMonolithServer(site.origin);
  const hostMonolith = async (state: string) => {
    const folder = path.join(builds, state);
    log(`Building the monolith, ${state}…`);
    await buildMonolith(sources, folder);
    server.host(hosted(folder, site.origin));
  };
  await hostMonolith('before');
  const rows: (readonly [string, Cost])[] = [];
  const visit = async (title: string, context: typeof visitor, origin = site.origin) =>
    void rows.push([title, await visitAll(context, origin)]);
  await visit('first visit: this site', visitor);
  await visit('in a browser without compression dictionaries', oldVisitor);
  await visit('Vite monolith', monolithVisitor, monolithOrigin());

  await changeApp('shop', sources);
  site = await release(site);
  await hostMonolith('after');
  await visit('a release of the shop', visitor);
  await visit('in a browser without compression dictionaries', oldVisitor);
  await visit('Vite monolith', monolithVisitor, monolithOrigin());

  await changeApp('shell', sources);
  site = await release(site);
  await visit('a release of the shell', visitor);
  await visit('in a browser without compression dictionaries', oldVisitor);

  for (const browser of browsers) await browser.close();
  await server.stop();
  await site.stop();
  printTable('what a visitor downloads for two pages', [
    ['', 'KB', 'JS KB', 'requests'],
    ...rows.map(([title, { bytes, scriptBytes, requests }]) => [
      title,
      ...[bytes, scriptBytes].map((value) => (value / 1024).toFixed(1)),
      String(requests),
    ]),
  ]);
});

async function release(former?: BenchSite): Promise<BenchSite> {
  await former?.stop();
  log('Building this site…');
  return startBenchSite(data, sources);
}
