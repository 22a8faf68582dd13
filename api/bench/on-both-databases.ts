import { fork } from 'node:child_process';
import { once } from 'node:events';
import { serverUrl } from '../testing/database';
import { findMariaDb, startMariaDb } from '../testing/mariadb';

/**
 * Runs a bench on SQLite and then, in a second process of the same script, on a MariaDB server of its own.
 * @param script the bench's `__filename`; its arguments are passed on.
 */
export async function onBothDatabases(
  script: string,
  bench: (database: string) => Promise<void>,
): Promise<void> {
  await bench(serverUrl === undefined ? 'SQLite' : 'MariaDB');
  if (serverUrl !== undefined) return;
  const programs = await findMariaDb();
  if (!programs) {
    console.log('SKIPPED on MariaDB: this machine has no server (mariadbd, mariadb-install-db).');
    return;
  }
  const server = await startMariaDb(programs);
  try {
    const env = { ...process.env, TEST_DATABASE_URL: server.url };
    const [code] = (await once(fork(script, process.argv.slice(2), { env }), 'exit')) as [number | null];
    if (code !== 0) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}
