import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { freePort } from './free-port';
import { startProgram, waitForProgram } from './program';

const START_MS = 60_000;
const STOP_MS = 10_000;
/** A server that has not greeted a client within this time is frozen. */
const FROZEN_MS = 500;
/** How much memory must be free, which is several times the final size of the server's files. */
const MEMORY_BYTES = 4 * 1024 ** 3;

/** What MariaDB and MySQL do differently. */
export interface Engine {
  readonly name: string;
  /** The scheme of its address. */
  readonly scheme: 'mariadb' | 'mysql';
  readonly program: string;
  readonly options: readonly string[];
  /** Creates the system tables. @param account options that name the data's folder and the operating system's user. */
  install(account: readonly string[]): Promise<unknown>;
  /** Variables besides those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Further options at each start. @param basic options that name its data and its folders. */
  startOptions?(basic: readonly string[]): Promise<readonly string[]>;
  /** By default it is ready when it accepts connections. */
  isReady?(url: string): Promise<boolean>;
}

export interface RunningServer {
  /** Its address, with an account that may create databases. It has none yet. */
  readonly url: string;
  /** The server's process. */
  readonly pid: number | undefined;
  /** Sends a signal to the server. */
  kill(signal: NodeJS.Signals): void;
  /** Stops it until `SIGCONT`. Resolves when it no longer answers: the signal reaches its threads some time later. */
  freeze(): Promise<void>;
  /** Starts it again with its data, at the same address, after a signal has ended it. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** The end of what it has logged. */
  output(): string;
}

/**
 * Starts a private server on a free port of the loopback address, with its data in a temporary folder that is removed
 * when it stops. It shares nothing with an installed server.
 * @throws Error with the server's error output when it does not start.
 */
export async function startServer({
  name,
  scheme,
  program,
  options,
  install,
  environment,
  startOptions = async () => [],
  isReady = accepts,
}: Engine): Promise<RunningServer> {
  const folder = await mkdtemp(path.join((await memoryFolder()) ?? tmpdir(), `isa-${scheme}-`));
  const account = [
    '--no-defaults',
    `--datadir=${path.join(folder, 'data')}`,
    `--user=${userInfo().username}`,
  ];
  await install(account);
  await writeFile(
    path.join(folder, 'init.sql'),
    "CREATE USER IF NOT EXISTS isa@'127.0.0.1' IDENTIFIED BY 'isa';\nGRANT ALL ON *.* TO isa@'127.0.0.1' WITH GRANT OPTION;\n",
  );
  const port = await freePort();
  const basic = [
    ...account,
    `--socket=${path.join(folder, 'socket')}`,
    `--pid-file=${path.join(folder, 'pid')}`,
    // The folder is a private one, because a starting server deletes the temporary tables of all others that
    // share it, and they crash.
    `--tmpdir=${folder}`,
    '--innodb-buffer-pool-size=64M',
    ...options,
  ];
  const all = async () => [
    ...basic,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--init-file=${path.join(folder, 'init.sql')}`,
    '--skip-name-resolve',
    ...(await startOptions(basic)),
  ];
  const url = `${scheme}://isa:isa@127.0.0.1:${port}/`;
  // A file that may not grow gives the server an error, as a full disk does, and no signal that ends it.
  const shell = ['-c', `trap '' XFSZ; exec "$0" "$@"`, program];
  const launch = async () =>
    startProgram('/bin/sh', [...shell, ...(await all())], folder, { ...process.env, ...environment });
  let current = await launch();

  const stop = async () => {
    // The process continues first, because a frozen one would not end.
    current.child.kill('SIGCONT');
    current.child.kill('SIGTERM');
    const timer = setTimeout(() => current.child.kill('SIGKILL'), STOP_MS);
    await current.ended;
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  };
  const ready = () =>
    waitForProgram(name, current, () => isReady(url), START_MS).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
  await ready();
  return {
    url,
    get pid() {
      return current.child.pid;
    },
    kill: (signal) => void current.child.kill(signal),
    async freeze() {
      current.child.kill('SIGSTOP');
      while (await accepts(url, FROZEN_MS));
    },
    async restart() {
      await current.ended;
      current = await launch();
      await ready();
    },
    stop,
    output: () => current.output(),
  };
}

/** A folder in memory, if there is a large one: creating tables on a disk takes most of the suite's time. */
export async function memoryFolder(): Promise<string | undefined> {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize > MEMORY_BYTES ? memory : undefined;
  } catch {
    // The machine is not Linux, or its container has no such folder.
    return undefined;
  }
}

async function accepts(url: string, connectTimeout = START_MS): Promise<boolean> {
  try {
    const uri = url.replace('mariadb:', 'mysql:');
    const connection = await createConnection({ uri, connectTimeout });
    await connection.end();
    return true;
  } catch {
    return false;
  }
}
