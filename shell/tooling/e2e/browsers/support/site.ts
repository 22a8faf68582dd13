import { rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../../../packages/node/folders';
import { storeFolder } from '../../../../platform/store/locations';
import { stopService } from '../../../../packages/node/processes';
import { startSiteProcess } from '../../../testing/site/site-process';

/** The site's process takes six ports from here; browsers use the two after them. */
const first = Number(process.env.BROWSERS_PORT ?? 3700);

export const enginePorts = { site: { from: first + 6, to: first }, cdn: { from: first + 7, to: first + 1 } };
export const origin = `http://localhost:${enginePorts.site.from}`;

const dataFolder = process.env.BROWSERS_DATA ?? path.join(root, '.data/browsers');

/** Starts a whole site with a fresh database for all engines, and stops it afterwards. */
export default async function startSite(): Promise<() => Promise<void>> {
  await rm(dataFolder, { recursive: true, force: true });
  const service = await startSiteProcess({
    port: enginePorts.site.to,
    dataFolder,
    storeFolder,
    environment: {
      SITE_ORIGIN: origin,
      CDN_ORIGIN: `http://localhost:${enginePorts.cdn.from}`,
      // Hashing is cheap, because the journeys do not depend on how long it takes.
      BCRYPT_COST: '4',
    },
  });
  return () => stopService(service);
}
