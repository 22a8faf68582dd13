import type { DataSource, EntityManager } from 'typeorm';
import { databaseCode } from './errors';
import type { TransactionGate } from './transaction-gate';

/** The gate of each SQLite data source. */
export const gates = new WeakMap<DataSource, TransactionGate>();

const MAX_ATTEMPTS = 4;
/** MariaDB and MySQL abort one of two transactions that wait for each other. */
const RETRYABLE = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

/**
 * Runs `work` in one transaction: all of it is saved or, when it throws, nothing. After a deadlock the work runs again,
 * so it must only use the manager: no HTTP, no mail, no other repository.
 */
export async function transaction<Result>(
  db: DataSource,
  work: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  const gate = gates.get(db);
  return repeatAfterDeadlock(() =>
    db.transaction((manager) => (gate ? gate.runInside(() => work(manager)) : work(manager))),
  );
}

/** Repeats a transaction, or a lone `UPDATE`, that the database aborted to end a deadlock: nothing was saved. */
export async function repeatAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !RETRYABLE.has(databaseCode(error) ?? '')) throw error;
    }
  }
}

/** Find options that lock the row until the end of the transaction, where the database has row locks. */
export function rowLock({ dataSource }: EntityManager) {
  return dataSource.options.type === 'better-sqlite3' ? {} : { lock: { mode: 'pessimistic_write' as const } };
}
