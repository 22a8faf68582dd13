import { rm } from 'node:fs/promises';
import type { FullConfig } from '@playwright/test';
import { type Service, stopService } from '../../tools/processes';
import { storeFolder } from '../../store/locations';
import { remoteNames } from '../../tools/folders';
import { packNextReleases } from '../../testing/site/pack-next-releases';
import { journeysFolder, siteOf } from './site';
import { startSiteProcess } from '../../testing/site/site-process';

/** Before a release, the journeys test the releases of a registry instead of building the sources. */
const builds = !process.env.JOURNEYS_AS_RELEASED;

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
        // The journeys do not depend on how long hashing takes.
        environment: { BCRYPT_COST: '4' },
      }),
    );
  };
  const stop = async () => void (await Promise.all(services.map(stopService)));
  try {
    // The others use what the first has built.
    await start(0);
    for (let worker = 1; worker < workers; worker += 1) await start(worker);
    // Packed in advance, because workers must not pack the same release at the same time.
    if (workers > 1) await packNextReleases(remoteNames());
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
