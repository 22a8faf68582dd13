import { findMariaDb, startMariaDb } from './mariadb';
import { NO_SERVER, runWithServer } from './with-server';

/**
 * Runs a command with a new MariaDB server:
 * `tsx --conditions=source api/testing/with-mariadb.ts npx jest --selectProjects api`.
 */
async function main(command: readonly string[]): Promise<number> {
  if (command.length === 0) {
    console.error('Usage: with-mariadb <command> [arguments]');
    return 2;
  }
  const programs = findMariaDb();
  if (!programs) {
    console.error('SKIPPED: no MariaDB server (mariadbd, mariadb-install-db) on this machine.');
    return NO_SERVER;
  }
  return runWithServer(await startMariaDb(programs), command);
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
