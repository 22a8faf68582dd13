import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../../api/testing/free-port';
import { launch } from '../../../measure/page/browser';
import { makeCertificate } from '../../../measure/network/certificate';
import { folderOrigin } from '../../../measure/network/origin';
import { type Hosted, PageServer } from '../../../measure/network/page-server';
import { type BenchRoute, routes } from '../../../measure/routes';
import { buildApi } from '../../../commands/build';
import { type Service, stopService, waitUntilReady } from '../../../tools/processes';
import { UserError } from '../../../tools/user-error';
import type { Registry } from '../../../formats/registry';
import { root } from '../../../tools/folders';
import { isAnswered, publicAddresses } from '../../../formats/addresses';
import { composeSite } from '../../../compose/compose-site';
import { readVerifiedRegistry } from '../../../store/registry-log';
import { readVerifiedRelease } from '../../../store/release-file';
import { ownStorage } from '../../../store/storage/own';
import type { Release } from '../../../formats/release';
import { readBudgets } from '../budgets';
import type { RunInBrowser } from '../check';
import { withoutSite } from '../site-environment';
import { makeStore, type Versions } from '../store-of';
import { inWords } from './judge-load';
import { loadSideBySide } from './side-by-side';

/**
 * Loads a candidate's pages in Chromium, in turns with those of the live site, and holds them against the budgets of
 * `shell/release/budgets.json`. Both sites are composed for it from the same catalogue, in a folder of their own.
 * @param tell told what the browser does.
 */
export function runLoads(tell: (line: string) => void): RunInBrowser {
  return async (part, version) => {
    const candidate = await readVerifiedRelease(ownStorage(), part, version);
    if (!candidate) throw new UserError(`${part}@${version} is not in the store.`);
    const { registry } = await readVerifiedRegistry();
    const live = liveVersions(registry);
    const { load: budgets } = await readBudgets();
    await buildApi(tell);
    const folder = await mkdtemp(path.join(tmpdir(), 'isa-load-'));
    const [sitePort, cdnPort, apiPort] = [await freePort(), await freePort(), await freePort()];
    const origins = { site: `https://localhost:${sitePort}`, cdn: `https://localhost:${cdnPort}` };
    const certificate = await makeCertificate();
    const api = await startApi(path.join(folder, 'data'), apiPort, origins.site);
    const server = new PageServer({ certificate, apiPort, sitePort, cdnPort });
    try {
      const hosted = async (name: string, versions: Versions): Promise<Hosted> => {
        const place = path.join(folder, name);
        const siteFolder = path.join(place, 'site');
        const apiOrigin = `http://localhost:${apiPort}`;
        const releases = await makeStore(place, versions);
        const { site: siteOrigin, cdn: cdnOrigin } = origins;
        await composeSite({ ...releases, siteFolder, siteOrigin, cdnOrigin, apiOrigin });
        return {
          site: folderOrigin(path.join(siteFolder, 'current')),
          cdn: folderOrigin(path.join(place, 'store')),
        };
      };
      tell('Composing the site with the candidate, and the live one…');
      const withCandidate = await hosted('candidate', { ...live, [part]: version });
      const asItIs = live[part] === undefined ? undefined : await hosted('live', live);
      await server.listen();
      const browser = await launch(certificate.fingerprint, tell);
      try {
        const verdicts = await loadSideBySide({
          browser,
          server,
          origin: origins.site,
          candidate: withCandidate,
          ...(asItIs && { live: asItIs }),
          pages: pagesOf(candidate),
          budgets,
          tell,
        });
        const over = verdicts.filter(({ kept }) => !kept);
        return { problems: over.map(inWords), words: verdicts.map(inWords) };
      } finally {
        await browser.close();
      }
    } finally {
      await server.close();
      await stopService(api);
      await rm(folder, { recursive: true, force: true });
    }
  };
}

function liveVersions({ shell, remotes }: Registry): Versions {
  return { shell: shell.live, ...Object.fromEntries(remotes.map(({ name, live }) => [name, live.version])) };
}

/** Those of the bench's pages that the candidate draws, and of a shell all; else the first page that it has. */
export function pagesOf({ name, routes: owned }: Pick<Release, 'name' | 'routes'>): readonly BenchRoute[] {
  const known = routes.filter(
    (page) => name === 'shell' || owned.some((route) => isAnswered(route.path, page.path)),
  );
  if (known.length > 0) return known;
  const [first] = owned.flatMap((route) => publicAddresses(route));
  const address = first ?? owned.find(({ path: pattern }) => !pattern.includes(':'))?.path;
  if (address === undefined) throw new UserError(`${name} has no page that could be loaded.`);
  const heading = { selector: 'main h1' };
  return [{ path: address, name, isPublic: true, withBasket: false, marker: heading, interaction: heading }];
}

async function startApi(dataFolder: string, port: number, siteOrigin: string): Promise<Service> {
  const child = spawn(process.execPath, [path.join(root, 'api/dist/src/main.js'), '--migrate', '--seed'], {
    env: {
      ...withoutSite(process.env),
      NODE_ENV: 'development',
      DATA_FOLDER: dataFolder,
      API_PORT: String(port),
      SITE_ORIGIN: siteOrigin,
      LOG_LEVEL: 'warn',
      // One machine plays all visitors.
      RATE_LIMIT_FACTOR: '10000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
  }
  const service: Service = { name: 'The API', child, lastLines: () => said };
  try {
    await waitUntilReady(`http://localhost:${port}/api/health/ready`, service);
    return service;
  } catch (error) {
    await stopService(service);
    throw error;
  }
}
