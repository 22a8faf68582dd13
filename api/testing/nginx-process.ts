import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port';
import { listens, startProgram, waitForProgram } from './program';
import { installedProgram } from './with-program';

const START_MS = 10_000;

/** The installed nginx, or `undefined`. */
export const nginxProgram = installedProgram('nginx');

export interface RunningNginx {
  readonly url: string;
  readonly pid: number;
  /** The access log up to now. */
  log(): Promise<string>;
  /** Ends it by SIGQUIT, after the requests that are under way, or by SIGTERM at once. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again at the same address after it has ended. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface SiteOptions {
  readonly port: number;
  readonly accessLog: string;
}

/** Starts nginx with the given site configuration. @throws Error with nginx's error output when it does not start. */
export async function startNginxWith(
  program: string,
  site: (options: SiteOptions) => string | Promise<string>,
): Promise<RunningNginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-nginx-'));
  const port = await freePort();
  const accessLog = path.join(folder, 'access.log');
  await mkdir(path.join(folder, 'temp'));
  await writeFile(path.join(folder, 'site.conf'), await site({ port, accessLog }));
  await writeFile(path.join(folder, 'nginx.conf'), mainConfiguration(folder));

  const launch = async () => {
    const args = ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr'];
    const started = startProgram(program, args, folder);
    await waitForProgram('nginx', started, () => listens(port), START_MS);
    return started;
  };
  const end = async (signal: NodeJS.Signals) => {
    current.child.kill(signal);
    await current.ended;
  };
  let current = await launch();
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return current.child.pid ?? 0;
    },
    log: () => readFile(accessLog, 'utf8'),
    end,
    async restart() {
      current = await launch();
    },
    async stop() {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The main configuration, which includes the site's file. */
function mainConfiguration(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${path.join(folder, 'temp', name)};`,
  );
  return [
    // nginx would otherwise switch to an account without access to the test folders.
    ...(process.getuid?.() === 0 ? [`user ${userInfo().username};`] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${path.join(folder, 'pid')};`,
    'error_log stderr warn;',
    'events { worker_connections 1024; }',
    'http {',
    ...temporary,
    `  include ${path.join(folder, 'site.conf')};`,
    '}',
  ].join('\n');
}
