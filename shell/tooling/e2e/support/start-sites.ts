import { rm } from 'node:fs/promises';
import type { FullConfig } from '@playwright/test';
import { otherContactSettings } from '../../../../api/testing/contact';
import { type Service, stopService } from '../../../packages/node/processes';
import { storeFolder } from '../../../platform/store/locations';
import { remoteNames } from '../../../packages/node/folders';
import { packNextReleases } from '../../testing/site/pack-next-releases';
import { journeysFolder, siteOf } from './site';
import { startSiteProcess } from '../../testing/site/site-process';

/** Whether the sources are built. Before a release, the journeys test the releases of a registry instead. */
const builds = !process.env.JOURNEYS_AS_RELEASED;

/** Journeys without a second release of a remote: those of `npm test`, of the remotes and of a check. */
const WITHOUT_NEXT_RELEASES = [
  ...['accounts', 'buy-and-watch', 'federation', 'layout', 'learning', 'marketing', 'navigation'],
  ...['office', 'payments', 'remote-failures', 'routes', 'served-versions', 'shop'],
];
const needsNextReleases =
  process.env.TEST_ALL !== undefined ||
  process.env.JOURNEYS?.split(' ').some((name) => !WITHOUT_NEXT_RELEASES.includes(name));

/** Starts a whole site with a fresh database for each worker, and stops them afterwards. */
export default async function startSites({ workers }: FullConfig): Promise<() => Promise<void>> {
  await rm(journeysFolder, { recursive: true, force: true });
  const services: Service[] = [];
  const start = async (worker: number) => {
    const { ports, dataFolder } = siteOf(worker);
    services.push(
      await startSiteProcess({
        port: ports.site,
        dataFolder,
        storeFolder,
        builds: builds && worker === 0,
        // Hashing is cheap, because the journeys do not depend on how long it takes.
        // PayPal's decisions are made by tests. Pages get other contact details than those in the code.
        environment: { BCRYPT_COST: '4', SANDBOX_CONTROL: '1', ...otherContactSettings },
      }),
    );
  };
  const stop = async () => void (await Promise.all(services.map(stopService)));
  try {
    // The other sites use what the first has built.
    await start(0);
    for (let worker = 1; worker < workers; worker += 1) await start(worker);
    // They are packed in advance, because workers must not pack the same one at the same time.
    if (workers > 1 && needsNextReleases) await packNextReleases(remoteNames());
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
