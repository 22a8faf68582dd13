import type { DataSource } from 'typeorm';
import { databaseCode } from '../src/database/errors';
import type { Pools } from '../src/database/data-source';

/** Counts the SQL statements of `work`, including those that begin and end transactions. */
export async function countStatements(pools: Pools, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  await watchStatements(pools, work, () => (count += 1));
  return count;
}

/** Counts the statements of `work` that the database aborted to end a deadlock, also those that were repeated. */
export async function countDeadlocks(pools: Pools, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  await watchStatements(pools, work, (outcome) => {
    outcome.catch((error: unknown) => {
      if (databaseCode(error) === 'ER_LOCK_DEADLOCK') count += 1;
    });
  });
  return count;
}

export interface Statement {
  readonly sql: string;
  readonly values: unknown;
}

/** The SQL statements of `work`, with their values. */
export async function recordStatements(pools: Pools, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  await watchStatements(pools, work, (_, statement) => statements.push(statement));
  return statements;
}

/**
 * Lets a test answer the statements of a data source in place of the database.
 * @param answer may call `query` to ask the database.
 * @returns the end of it.
 */
export function replaceQueries(
  { driver }: DataSource,
  answer: (statement: Statement, query: () => Promise<unknown>) => Promise<unknown>,
): () => void {
  const original = driver.createQueryRunner;
  driver.createQueryRunner = (mode) => {
    const runner = original.call(driver, mode);
    const query = runner.query.bind(runner);
    return Object.assign(runner, {
      query: (...values: Parameters<typeof query>) => {
        const [sql, parameters] = values;
        return answer({ sql, values: parameters }, () => query(...values));
      },
    });
  };
  return () => (driver.createQueryRunner = original);
}

async function watchStatements(
  pools: Pools,
  work: () => Promise<unknown>,
  watch: (outcome: Promise<unknown>, statement: Statement) => void,
): Promise<void> {
  const restores = [...new Set(Object.values(pools))].map((pool) =>
    replaceQueries(pool, (statement, query) => {
      const outcome = query();
      watch(outcome, statement);
      return outcome;
    }),
  );
  try {
    await work();
  } finally {
    restores.forEach((restore) => restore());
  }
}
