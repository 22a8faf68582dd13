import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port';
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
    const child = spawn(program, ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const end = (signal: NodeJS.Signals) => (child.kill(signal), ended);
    for (const deadline = Date.now() + START_MS; !(await listens(port)); await pause(50)) {
      if (child.exitCode === null && Date.now() < deadline) continue;
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
      throw new Error(`nginx did not start:\n${output}`);
    }
    return { pid: child.pid ?? 0, end };
  };
  let current = await launch();
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return current.pid;
    },
    log: () => readFile(accessLog, 'utf8'),
    end: (signal) => current.end(signal),
    async restart() {
      current = await launch();
    },
    async stop() {
      await current.end('SIGTERM');
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

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false));
    socket.once('close', () => socket.destroy()).setTimeout(1000);
    socket.once('connect', () => socket.end());
  });
}
