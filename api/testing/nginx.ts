import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { apiFolder } from '../src/platform/folders';
import { freePort } from './free-port';
import { listens, startProgram, waitForProgram } from './program';
import { installedProgram } from './with-program';

const START_MS = 10_000;

/** The installed nginx, or `undefined`. */
export const nginxProgram = installedProgram('nginx');

export interface RunningNginx {
  readonly url: string;
  /** Where the port for plain http is, whose pages lead to https. */
  readonly plainUrl: string;
  /** The file in use. */
  readonly configuration: string;
  readonly pid: number;
  /** The access log up to now. */
  log(): Promise<string>;
  /** Ends it by SIGQUIT, after the requests that are under way, or by SIGTERM at once. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again at the same address after it has ended. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  /** The ports of the processes of each role; without one, its requests are refused. */
  readonly api?: readonly number[];
  readonly site?: readonly number[];
  readonly cdn?: readonly number[];
  readonly ops?: number;
  readonly mediaFolder?: string;
  /** Where the origin of the releases is served; by default only by its name. */
  readonly cdnPort?: number;
  /** Without a certificate, nginx serves plain http. */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** Further replacements. */
  readonly change?: (configuration: string) => string;
}

/** The file that is shipped. */
const FILE = path.join(apiFolder, '../shell/platform/hosting/nginx.conf');

/**
 * Starts nginx with the shipped file, in which the placeholders that it names are replaced, and what only root may use: ports,
 * folders, the account. The names of the site lead here below `localhost`, too.
 * @throws Error with nginx's error output when it does not start.
 */
export async function startNginx(program: string, options: Options): Promise<RunningNginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-nginx-'));
  const port = await freePort();
  const plainPort = await freePort();
  await mkdir(path.join(folder, 'temp'));
  const configuration = path.join(folder, 'nginx.conf');
  const shipped = await readFile(FILE, 'utf8');
  await writeFile(configuration, adapt(shipped, folder, port, plainPort, options));

  const launch = async () => {
    const args = ['-p', folder, '-c', configuration, '-e', 'stderr', '-g', 'daemon off;'];
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
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    configuration,
    get pid() {
      return current.child.pid ?? 0;
    },
    log: () => readFile(path.join(folder, 'access.log'), 'utf8'),
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

function adapt(shipped: string, folder: string, port: number, plainPort: number, options: Options): string {
  const { api = [], site = [], cdn = [], ops, mediaFolder = folder, cdnPort = port, tls, change } = options;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, 'temp', name)};`,
  );
  const upstream = (ports: readonly number[]) =>
    // Nothing listens on the first port.
    (ports.length > 0 ? ports : [1]).map((one) => `server 127.0.0.1:${one} fail_timeout=2s;`).join(' ');
  const secure = tls ? ' ssl http2' : '';
  const changes: readonly (readonly [RegExp, string])[] = [
    [/^user .*$/m, process.getuid?.() === 0 ? `user ${userInfo().username};` : ''],
    [/^worker_processes .*$/m, 'worker_processes 1;'],
    [/^pid .*$/m, `pid ${path.join(folder, 'pid')};`],
    [/^http \{$/m, `http {\n${temporary.join('\n')}`],
    [/\/var\/log\/isa-nginx\//g, `${folder}/`],
    [/\/var\/cache\/isa-nginx/, path.join(folder, 'cache')],
    [/\/srv\/isa\/media\//, `${mediaFolder}/`],
    [/\/opt\/isa\/current\//, `${path.join(apiFolder, '..')}/`],
    [/server 127\.0\.0\.1:3002 .*\n.*3012 .*$/m, upstream(api)],
    [/server 127\.0\.0\.1:3000 .*\n.*3010 .*$/m, upstream(site)],
    [/server 127\.0\.0\.1:3001 .*\n.*3011 .*$/m, upstream(cdn)],
    [/server 127\.0\.0\.1:3004;$/m, upstream(ops === undefined ? [] : [ops])],
    // Some machines have no IPv6.
    [/^ *listen \[::\].*$/gm, ''],
    [/listen 80/g, `listen 127.0.0.1:${plainPort}`],
    [/listen 443 ssl http2(;\s+server_name cdn\.)/, `listen 127.0.0.1:${cdnPort}${secure}$1`],
    [/listen 443 ssl http2/g, `listen 127.0.0.1:${port}${secure}`],
    [/(server_name )academy\.example;/, '$1academy.example localhost 127.0.0.1;'],
    [/(server_name )((?:cdn|ops|office)\.)academy\.example;/g, '$1$2academy.example $2localhost;'],
    ...(tls
      ? [
          [/(ssl_certificate ).*;/, `$1${tls.certificate};`] as const,
          [/(ssl_certificate_key ).*;/, `$1${tls.key};`] as const,
        ]
      : [[/^ *ssl_(?:certificate|certificate_key|reject_handshake) .*$/gm, ''] as const]),
  ];
  const adapted = changes.reduce((text, [from, to]) => {
    if (text.search(from) < 0) throw new Error(`nginx.conf does not contain ${from}.`);
    return text.replace(from, to);
  }, shipped);
  return change?.(adapted) ?? adapted;
}
