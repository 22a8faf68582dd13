import path from 'node:path';
import { root } from '../../../packages/node/folders';
import { keysFolder } from '../../../platform/store/locations';
import { SOURCE_OPTIONS } from '../../../packages/node/node';
import { type Service, startService, stopService, waitUntilReady } from '../../../packages/node/processes';

export interface SiteProcessOptions {
  /** The site's port; the CDN, the API, the payment sandbox and the operators' pages get the next four. */
  readonly port: number;
  readonly dataFolder: string;
  readonly storeFolder: string;
  /** The project's root, or a copy of it that is the working directory. */
  readonly sources?: string;
  /** Whether apps with changed sources are built first; otherwise the site serves the releases of the registry. */
  readonly builds?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with every line of its output. */
  readonly onLine?: (line: string) => void;
}

/** How many milliseconds building everything and starting may take on a busy machine. */
const TIMEOUT = 600_000;

/**
 * Starts a whole site with the keys of this machine, as `npm start` does.
 * @throws UserError with the end of its output when it does not respond in time; the process is stopped then.
 */
export async function startSiteProcess({
  port,
  dataFolder,
  storeFolder,
  sources = root,
  builds = true,
  environment = {},
  onLine = () => undefined,
}: SiteProcessOptions): Promise<Service> {
  const service = startService(
    'The site',
    [
      ...SOURCE_OPTIONS,
      path.join(sources, 'shell/tooling/commands/start.ts'),
      ...(builds ? [] : ['--no-build']),
    ],
    {
      ...process.env,
      PORT: String(port),
      CDN_PORT: String(port + 1),
      API_PORT: String(port + 2),
      SANDBOX_PORT: String(port + 3),
      OPS_PORT: String(port + 4),
      DATA_FOLDER: dataFolder,
      STORE_FOLDER: storeFolder,
      KEYS_FOLDER: keysFolder,
      DATABASE_URL: '',
      // The sandbox of a build shows the copy, and not the project that this process was started in.
      TSX_TSCONFIG_PATH: path.join(sources, 'shell/tsconfig.json'),
      ...environment,
    },
    (line) => {
      onLine(line);
      if (process.env.DEBUG_SITE) process.stdout.write(`${line}\n`);
    },
    // The tests that need it fail then, and not this process with all its tests.
    (status) => process.stderr.write(`The site has ended (${status}).\n${service.lastLines()}\n`),
  );
  try {
    await waitUntilReady(`http://localhost:${port}/`, service, TIMEOUT);
    return service;
  } catch (error) {
    await stopService(service);
    throw error;
  }
}
