import { startMySql } from './mysql';
import { runWithServer } from './with-server';

/**
 * Runs a command with a new MySQL server of a program, which `npm test -- api-mysql` downloads:
 * `tsx --conditions=source api/testing/with-mysql.ts .data/mysql/mysqld npx jest --selectProjects api`.
 */
async function main([program, ...command]: readonly string[]): Promise<number> {
  if (!program || command.length === 0) {
    console.error('Usage: with-mysql <mysqld> <command> [arguments]');
    return 2;
  }
  return runWithServer(await startMySql(program), command, { TEST_MYSQLD: program });
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
