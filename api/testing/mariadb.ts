import { execFile, spawn } from 'node:child_process';
import { access, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { freePort } from './free-port';

const run = promisify(execFile);
const FOLDERS = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
const START_MS = 60_000;
const STOP_MS = 10_000;
/** Several times the final size of the server's files. */
const MEMORY_BYTES = 4 * 1024 ** 3;

export interface MariaDbPrograms {
  readonly server: string;
  readonly installer: string;
}

export interface RunningMariaDb {
  /** `mariadb://…` of an empty server whose account may create databases. */
  readonly url: string;
  /** Sends a signal to the server. */
  kill(signal: NodeJS.Signals): void;
  /** Starts it again with its data, at the same address, after a signal has ended it. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The server's programs on this machine, or `undefined` when it has none. */
export async function findMariaDb(): Promise<MariaDbPrograms | undefined> {
  const [server, installer] = await Promise.all([find('mariadbd'), find('mariadb-install-db')]);
  return server && installer ? { server, installer } : undefined;
}

/**
 * Starts a private server on a free port of the loopback address, with its data in a temporary folder that is removed
 * when it stops. It shares nothing with an installed server.
 * @throws Error with the server's error output when it does not start.
 */
export async function startMariaDb({ server, installer }: MariaDbPrograms): Promise<RunningMariaDb> {
  const folder = await mkdtemp(path.join(await fastFolder(), 'isa-mariadb-'));
  const data = path.join(folder, 'data');
  const account = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`];
  await run(installer, [...account, '--skip-test-db', '--auth-root-authentication-method=normal']);
  await writeFile(
    path.join(folder, 'init.sql'),
    "CREATE USER IF NOT EXISTS isa@'127.0.0.1' IDENTIFIED BY 'isa';\nGRANT ALL ON *.* TO isa@'127.0.0.1' WITH GRANT OPTION;\n",
  );
  const port = await freePort();
  const options = [
    ...account,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${path.join(folder, 'socket')}`,
    `--pid-file=${path.join(folder, 'pid')}`,
    `--init-file=${path.join(folder, 'init.sql')}`,
    // A starting server deletes the temporary tables of all others that share this folder, and they crash.
    `--tmpdir=${folder}`,
    '--skip-name-resolve',
    // The data is temporary, so durability is switched off.
    '--innodb-flush-log-at-trx-commit=0',
    '--skip-innodb-doublewrite',
    '--innodb-buffer-pool-size=64M',
    '--innodb-log-file-size=16M',
    '--skip-log-bin',
  ];
  const url = `mariadb://isa:isa@127.0.0.1:${port}/`;
  let current = launch(server, options);

  const stop = async () => {
    current.child.kill('SIGTERM');
    const timer = setTimeout(() => current.child.kill('SIGKILL'), STOP_MS);
    await current.ended;
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  };
  const ready = async () => {
    const deadline = Date.now() + START_MS;
    while (!(await accepts(url))) {
      if (current.child.exitCode !== null || Date.now() > deadline) {
        await stop();
        throw new Error(`MariaDB did not start:\n${current.output()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await ready();
  return {
    url,
    kill: (signal) => void current.child.kill(signal),
    async restart() {
      await current.ended;
      current = launch(server, options);
      await ready();
    },
    stop,
  };
}

function launch(server: string, options: readonly string[]) {
  const child = spawn(server, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return { child, ended, output: () => output };
}

/** A folder in memory if it is large enough, since creating tables on a disk takes most of the suite's time. */
async function fastFolder(): Promise<string> {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = await statfs(memory);
    if (bavail * bsize > MEMORY_BYTES) return memory;
  } catch {
    // Not Linux, or a container without it.
  }
  return tmpdir();
}

async function find(program: string): Promise<string | undefined> {
  for (const folder of FOLDERS) {
    const file = path.join(folder, program);
    if (
      await access(file).then(
        () => true,
        () => false,
      )
    ) {
      return file;
    }
  }
  return undefined;
}

async function accepts(url: string): Promise<boolean> {
  try {
    const connection = await createConnection(url.replace('mariadb:', 'mysql:'));
    await connection.end();
    return true;
  } catch {
    return false;
  }
}
