import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager } from 'typeorm';
import { DatabaseBusyError, endsConnection, NotVisibleError, wasRolledBack } from './errors';
import { withRetry } from './retry';

export const gates = new WeakMap<DataSource, TransactionGate>();

/**
 * Runs `work` in one transaction, again after a deadlock, a lock time-out, a failed certification, a
 * NotVisibleError or a connection lost before COMMIT: it must only use the manager.
 * @throws UnknownOutcomeError when the response to COMMIT was lost; the transaction is not repeated.
 */
export async function transaction<Result>(db: DataSource, work: (manager: EntityManager) => Promise<Result>) {
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

/** On SQLite's one connection every statement would join the open transaction, so transactions are serialised. */
export class TransactionGate {
  readonly #waiters = new Set<() => void>();
  readonly #inside = new AsyncLocalStorage<true>();
  #locked = false;

  /**
   * Acquires the lock.
   * @returns the function that releases it; a second call is harmless.
   * @throws DatabaseBusyError after the timeout.
   * @throws Error at once within a transaction.
   */
  async enter(): Promise<() => void> {
    if (this.#inside.getStore()) {
      throw new Error('Within a transaction use only its manager: another statement would wait for itself.');
    }
    if (!this.#locked) {
      this.#locked = true;
      return this.#exit();
    }
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        resolve(this.#exit());
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(admit);
        reject(new DatabaseBusyError('Another transaction held the database for too long.'));
      }, 10_000);
      this.#waiters.add(admit);
    });
  }

  /** Runs the body of a transaction. A statement outside its manager then throws instead of waiting forever. */
  runInside<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inside.run(true, work);
  }

  #exit(): () => void {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const [next] = this.#waiters;
      if (next) {
        this.#waiters.delete(next);
        next();
      } else {
        this.#locked = false;
      }
    };
  }
}
