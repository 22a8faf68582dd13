import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseBusyError } from './errors';

/**
 * A lock for the one connection of SQLite, on which every statement would join the open transaction. It admits one
 * caller at a time in the order of arrival, so that other callers' statements neither see uncommitted rows nor vanish
 * with a foreign rollback.
 */
export class TransactionGate {
  readonly #waiters = new Set<() => void>();
  readonly #inside = new AsyncLocalStorage<true>();
  readonly #timeoutMs: number;
  #locked = false;

  /** @param timeoutMs how long to wait for the lock. */
  constructor(timeoutMs = 10_000) {
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Acquires the lock.
   * @returns the function that releases it; calling it twice is harmless.
   * @throws DatabaseBusyError after the timeout.
   * @throws Error at once within a transaction, which would then wait for itself.
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
      }, this.#timeoutMs);
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
