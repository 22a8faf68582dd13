import type { DataSource, EntityManager } from 'typeorm';
import { endsConnection, NotVisibleError, wasRolledBack } from './errors';
import { withRetry } from './retry';
import type { TransactionGate } from './transaction-gate';

export const gates = new WeakMap<DataSource, TransactionGate>();

/**
 * Runs `work` in one transaction, again after a deadlock, a lock time-out, a failed certification, a
 * NotVisibleError or a connection lost before COMMIT: it must only use the manager.
 * @throws UnknownOutcomeError when the response to COMMIT was lost; the transaction is not repeated.
 */
export async function transaction<Result>(
  db: DataSource,
  work: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  const gate = gates.get(db);
  return withRetry(
    () => db.transaction((manager) => (gate ? gate.runInside(() => work(manager)) : work(manager))),
    // An UnknownOutcomeError is not repeated, because its work may have been saved.
    (error) => wasRolledBack(error) || endsConnection(error) || error instanceof NotVisibleError,
  );
}

/** Find options that lock the row until the end of the transaction, where the database has row locks. */
export function rowLock({ dataSource }: EntityManager) {
  return dataSource.options.type === 'better-sqlite3' ? {} : { lock: { mode: 'pessimistic_write' as const } };
}
