import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startService, stopService, waitUntilReady } from '../../commands/processes';
import { keysFolder, storeFolder } from '../../release/locations';
import { root } from '../../webpack/folders';
import { dataFolder, ports } from './site';

/** Before a release the journeys walk what a registry says, and not what the sources would make. */
const asReleased = process.env.JOURNEYS_AS_RELEASED ? ['--no-build'] : [];

/** Starts the whole site on a fresh database, exactly as `npm start` does, and stops it afterwards. */
export default async function startSite(): Promise<() => Promise<void>> {
  await rm(dataFolder, { recursive: true, force: true });
  const service = startService(
    'The site',
    ['--conditions=source', '--import', 'tsx', path.join(root, 'shell/commands/start.ts'), ...asReleased],
    {
      PORT: String(ports.site),
      CDN_PORT: String(ports.cdn),
      API_PORT: String(ports.api),
      SANDBOX_PORT: String(ports.sandbox),
      DATA_FOLDER: dataFolder,
      STORE_FOLDER: storeFolder,
      KEYS_FOLDER: keysFolder,
      DATABASE_URL: '',
    },
    (line) => process.env.DEBUG_SITE && process.stdout.write(`${line}\n`),
  );
  await waitUntilReady(`http://localhost:${ports.site}/api/health/ready`, service, 180_000);
  await waitUntilReady(`http://localhost:${ports.site}/`, service);
  return () => stopService(service);
}
