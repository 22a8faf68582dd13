import { AsyncLocalStorage } from 'node:async_hooks';

/** Somebody held the database for longer than a request can wait. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
}

interface Waiter {
  admit(): void;
}

/**
 * SQLite is one connection, so whoever has an open transaction owns every statement that runs on it. The gate
 * admits one owner at a time, first come, first served: others' statements neither see uncommitted rows
 * nor vanish with somebody else's rollback.
 */
export class TransactionGate {
  readonly #waiters = new Set<Waiter>();
  readonly #inside = new AsyncLocalStorage<true>();
  readonly #patience: number;
  #occupied = false;

  /** @param patienceMs how long to wait for one's turn before giving up. */
  constructor(patienceMs = 10_000) {
    this.#patience = patienceMs;
  }

  /**
   * Waits for one's turn.
   * @returns what to call when done; calling it twice does no harm.
   * @throws DatabaseBusyError after waiting in vain.
   * @throws Error at once when called from within a transaction that would then wait for itself.
   */
  async enter(): Promise<() => void> {
    if (this.#inside.getStore()) {
      throw new Error('Within a transaction use only its manager: anything else would wait for itself.');
    }
    if (!this.#occupied) {
      this.#occupied = true;
      return this.#exit();
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        admit: () => {
          clearTimeout(timer);
          resolve(this.#exit());
        },
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        reject(new DatabaseBusyError('Another transaction held the database for too long.'));
      }, this.#patience);
      this.#waiters.add(waiter);
    });
  }

  /** Runs the body of a transaction, so that a statement outside its manager is caught instead of hanging. */
  runInside<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inside.run(true, work);
  }

  #exit(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const [next] = this.#waiters;
      if (next) {
        this.#waiters.delete(next);
        next.admit();
      } else {
        this.#occupied = false;
      }
    };
  }
}
