import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prerenderSite } from '../../../prerender/prerender-site';
import { matchesPattern, publicAddresses } from '../../../formats/addresses';
import type { Release } from '../../../formats/release';
import { buildApi } from '../../build-api';
import { releasesInService } from '../../../store/registry-status';
import { root } from '../../../../packages/node/folders';
import {
  freePort,
  type Service,
  spawnService,
  stopService,
  waitUntilReady,
} from '../../../../packages/node/processes';
import { UserError } from '../../../../packages/node/user-error';
import { readBudgets } from '../budgets';
import type { RunInBrowser } from '../check';
import { requireBrowser } from '../require-browser';
import { withoutSite } from '../../../../packages/kit/pack/site-environment';
import { createTemporaryStore, type Versions } from '../temporary-store';
import { compareLoads } from './compare-loads';
import { describeVerdict } from './judge-load';
import { type MeasuredPage, measuredPages } from './measured-pages';
import { folderHandler, forwardTo, type HostedSite, startPageServer } from './page-server';

/**
 * Loads a candidate's pages with Lighthouse, alternating with those of the live site, both from one catalogue
 * in a temporary folder. The budgets are in `shell/platform/release/budgets.json`.
 */
export function runLoads(log: (line: string) => void): RunInBrowser {
  return async (candidate, registry) => {
    const { name: app, version } = candidate;
    const inService = releasesInService(registry).filter(({ slot }) => slot === 'live');
    const live: Versions = Object.fromEntries(inService.map((one) => [one.app, one.version]));
    const { load: budgets } = readBudgets();
    await buildApi(log);
    const folder = await mkdtemp(path.join(tmpdir(), 'isa-load-'));
    const [sitePort, cdnPort, apiPort] = [await freePort(), await freePort(), await freePort()];
    const siteOrigin = `http://localhost:${sitePort}`;
    const chromium = requireBrowser(log);
    const api = await startApi(path.join(folder, 'data'), apiPort, siteOrigin);
    const server = await startPageServer({
      sitePort,
      cdnPort,
      api: forwardTo(`http://localhost:${apiPort}`, siteOrigin),
    });
    try {
      const compose = async (name: string, versions: Versions): Promise<HostedSite> => {
        const siteFolder = path.join(folder, name, 'site');
        await prerenderSite({
          ...(await createTemporaryStore(path.join(folder, name), versions)),
          siteFolder,
          siteOrigin,
          cdnOrigin: `http://localhost:${cdnPort}`,
          apiOrigin: `http://localhost:${apiPort}`,
        });
        return {
          site: folderHandler(path.join(siteFolder, 'current')),
          cdn: folderHandler(path.join(folder, name, 'store')),
        };
      };
      log('Building the site with the candidate, and the live site…');
      const candidateSite = await compose('candidate', { ...live, [app]: version });
      const liveSite = live[app] === undefined ? undefined : await compose('live', live);
      const verdicts = await compareLoads({
        chromium,
        server,
        origin: siteOrigin,
        candidate: candidateSite,
        ...(liveSite && { live: liveSite }),
        pages: pagesOf(candidate),
        budgets,
        log,
      });
      const failed = verdicts.filter(({ passed }) => !passed);
      return { problems: failed.map(describeVerdict), summary: verdicts.map(describeVerdict) };
    } finally {
      await server.stop();
      await stopService(api);
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** The measured pages that the candidate renders (all of them for the shell), or else its first public page. */
function pagesOf({ name, routes: owned }: Pick<Release, 'name' | 'routes'>): readonly MeasuredPage[] {
  const measured = measuredPages.filter(
    (page) => name === 'shell' || owned.some((route) => matchesPattern(route.path, page.path)),
  );
  if (measured.length > 0) return measured;
  const [first] = owned.flatMap((route) => publicAddresses(route));
  const address = first ?? owned.find(({ path: pattern }) => !pattern.includes(':'))?.path;
  if (address === undefined) throw new UserError(`${name} has no page that could be loaded.`);
  return [{ path: address, withBasket: false }];
}

async function startApi(dataFolder: string, port: number, siteOrigin: string): Promise<Service> {
  const service = spawnService(
    'The API',
    [path.join(root, 'api/dist/src/roles/main.js'), '--migrate', '--seed'],
    {
      ...withoutSite(process.env),
      NODE_ENV: 'development',
      DATA_FOLDER: dataFolder,
      API_PORT: String(port),
      SITE_ORIGIN: siteOrigin,
      LOG_LEVEL: 'warn',
      // All visits come from one address, which the API would otherwise limit.
      RATE_LIMIT_FACTOR: '10000',
    },
  );
  try {
    await waitUntilReady(`http://localhost:${port}/api/health/ready`, service);
    return service;
  } catch (error) {
    await stopService(service);
    throw error;
  }
}
