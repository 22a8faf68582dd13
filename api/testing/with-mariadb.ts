import { spawn } from 'node:child_process';
import { findMariaDb, startMariaDb } from './mariadb';

/** Exit code for a skipped suite, distinct from a failed one. */
const NO_SERVER = 78;

/**
 * Runs a command with `TEST_DATABASE_URL` of a new MariaDB server, and stops the server afterwards:
 * `tsx --conditions=source api/testing/with-mariadb.ts npx jest --selectProjects api`.
 */
async function main([command, ...values]: string[]): Promise<number> {
  if (!command) {
    console.error('Usage: with-mariadb <command> [arguments]');
    return 2;
  }
  const programs = await findMariaDb();
  if (!programs) {
    console.error('SKIPPED: no MariaDB server (mariadbd, mariadb-install-db) on this machine.');
    return NO_SERVER;
  }
  const server = await startMariaDb(programs);
  try {
    const child = spawn(command, values, {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: server.url },
    });
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    });
  } finally {
    await server.stop();
  }
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
