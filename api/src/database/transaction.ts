import type { DataSource, EntityManager } from 'typeorm';
import { databaseCode } from './errors';
import type { TransactionGate } from './transaction-gate';

/** The gate of each SQLite data source. */
export const gates = new WeakMap<DataSource, TransactionGate>();

const MAX_ATTEMPTS = 4;
/** MariaDB and MySQL pick a victim when two transactions wait for each other. */
const WORTH_REPEATING = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

/**
 * Runs `work` in one transaction: all of it is saved or, when it throws, nothing. Where the database gave up on a
 * deadlock the work runs again, so it must do nothing but use the manager: no HTTP, no mail, no other repository.
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

/**
 * Runs a single statement, or a transaction, again when it was picked to end a deadlock: nothing of it was saved. A lone
 * `UPDATE` needs this too where others change the same row in transactions.
 */
export async function repeatAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !WORTH_REPEATING.has(databaseCode(error) ?? '')) throw error;
    }
  }
}
