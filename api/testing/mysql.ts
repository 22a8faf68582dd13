import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type RunningServer, startServer } from './database-server';

const run = promisify(execFile);

/**
 * Starts a private server. @param program a `mysqld` of MySQL 8 or later.
 * @throws Error with the server's error output when it does not start.
 */
export function startMySql(program: string): Promise<RunningServer> {
  // The setting is needed, because the default is a folder of the Debian package.
  const noFiles = '--secure-file-priv=NULL';
  return startServer({
    name: 'MySQL',
    scheme: 'mysql',
    program,
    options: [
      noFiles,
      '--mysqlx=OFF',
      // The data is temporary, so durability is switched off.
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-doublewrite=OFF',
      '--innodb-redo-log-capacity=64M',
      '--skip-log-bin',
    ],
    install: (account) => run(program, [...account, noFiles, '--initialize-insecure']),
  });
}
