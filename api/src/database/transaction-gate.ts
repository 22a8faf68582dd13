import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseBusyError } from './errors';

/** On SQLite's one connection every statement would join the open transaction, so callers take turns. */
export class TransactionGate {
  readonly #waiters = new Set<() => void>();
  readonly #inside = new AsyncLocalStorage<true>();
  readonly #timeoutMs: number;
  #locked = false;

  constructor(timeoutMs = 10_000) {
    this.#timeoutMs = timeoutMs;
  }

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
