import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { memoryFolder, type RunningServer, startServer } from './database-server';
import { installedProgram } from './with-program';

const run = promisify(execFile);

export interface MariaDbPrograms {
  readonly server: string;
  readonly installer: string;
}

/** The server's programs on this machine, or `undefined` when it has none. */
export function findMariaDb(): MariaDbPrograms | undefined {
  const [server, installer] = [installedProgram('mariadbd'), installedProgram('mariadb-install-db')];
  return server && installer ? { server, installer } : undefined;
}

/** The data is temporary, so durability is switched off. */
export const TEMPORARY = [
  '--innodb-flush-log-at-trx-commit=0',
  '--skip-innodb-doublewrite',
  '--innodb-log-file-size=16M',
  '--skip-log-bin',
] as const;

/** Creates the system tables. @param account options that name the data's folder and the operating system's user. */
export function installMariaDb(installer: string, account: readonly string[]): Promise<unknown> {
  return run(installer, [...account, '--skip-test-db', '--auth-root-authentication-method=normal']);
}

/** As in production, with the binary log of a server that has replicas: each commit is saved twice before its answer. */
const DURABLE = ['--log-bin', '--sync-binlog=1', '--innodb-log-file-size=16M'] as const;

/**
 * Starts a private server. On a disk commits are durable only with `npm test -- all`, which has time for them.
 * @throws Error with the server's error output when it does not start.
 */
export async function startMariaDb(
  { server, installer }: MariaDbPrograms,
  options: readonly string[] = [],
): Promise<RunningServer> {
  const durable = process.env['TEST_ALL'] || (await memoryFolder());
  return startServer({
    name: 'MariaDB',
    scheme: 'mariadb',
    program: server,
    options: [...(durable ? DURABLE : TEMPORARY), ...options],
    install: (account) => installMariaDb(installer, account),
  });
}
