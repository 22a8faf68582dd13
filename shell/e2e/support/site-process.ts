import path from 'node:path';
import { type Service, startService, stopService, waitUntilReady } from '../../tools/processes';
import { keysFolder } from '../../tools/locations';
import { root } from '../../tools/folders';

interface SiteProcess {
  /** The site's; the CDN, the API and the payment sandbox have the three after it. */
  readonly port: number;
  readonly dataFolder: string;
  readonly storeFolder: string;
  /** Whether parts whose sources have changed are built first; otherwise it serves what the registry says. */
  readonly builds?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Hears what its processes say. */
  readonly onLine?: (line: string) => void;
}

/** Building everything and starting, on a machine busy with others; in milliseconds. */
const TIMEOUT = 600_000;

/**
 * Starts a whole site with the keys of this machine, exactly as `npm start` does.
 * @throws UserError with its last words when it does not answer; nothing is left of it then.
 */
export async function startSiteProcess({
  port,
  dataFolder,
  storeFolder,
  builds = true,
  environment = {},
  onLine = () => undefined,
}: SiteProcess): Promise<Service> {
  const script = path.join(root, 'shell/commands/start.ts');
  const service = startService(
    'The site',
    ['--conditions=source', '--import', 'tsx', script, ...(builds ? [] : ['--no-build'])],
    {
      PORT: String(port),
      CDN_PORT: String(port + 1),
      API_PORT: String(port + 2),
      SANDBOX_PORT: String(port + 3),
      DATA_FOLDER: dataFolder,
      STORE_FOLDER: storeFolder,
      KEYS_FOLDER: keysFolder,
      DATABASE_URL: '',
      ...environment,
    },
    (line) => {
      onLine(line);
      if (process.env.DEBUG_SITE) process.stdout.write(`${line}\n`);
    },
  );
  try {
    await waitUntilReady(`http://localhost:${port}/`, service, TIMEOUT);
    return service;
  } catch (error) {
    await stopService(service);
    throw error;
  }
}
