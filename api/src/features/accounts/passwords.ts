import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import Piscina from 'piscina';
import { apiFolder } from '../../folders';
import { ProblemError } from '../../http/problem-error';

/** A longer queue would wait so long that visitors retry, which makes it longer still. */
const MAX_QUEUE = 64;
const RETRY_SECONDS = 5;

export type Passwords = ReturnType<typeof createPasswords>;

/** bcrypt in worker threads, leaving one core free. @param cost the work factor; each step doubles the time. */
export function createPasswords(cost: number) {
  const pool = new Piscina({
    filename: path.join(apiFolder, 'src/features/accounts/hash-worker.cjs'),
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: 30_000,
    maxQueue: MAX_QUEUE,
  });
  let dummyHash: Promise<string> | undefined;

  async function run(task: object): Promise<unknown> {
    if (pool.queueSize >= MAX_QUEUE) throw new ProblemError('busy', { retryAfterSeconds: RETRY_SECONDS });
    return pool.run(task);
  }

  /** @throws ProblemError `busy` when the queue is full. */
  async function hash(password: string): Promise<string> {
    return String(await run({ password, cost }));
  }

  return {
    hash,

    /** Takes as long for an unknown user, without a hash, and returns false. @throws ProblemError `busy` */
    async matches(password: string, stored: string | undefined): Promise<boolean> {
      dummyHash ??= hash(randomBytes(16).toString('hex')).catch((error: unknown) => {
        dummyHash = undefined;
        throw error;
      });
      const fallback = await dummyHash;
      const same = await run({ password, hash: stored ?? fallback });
      return same === true && stored !== undefined;
    },

    close: () => pool.destroy(),
  };
}
