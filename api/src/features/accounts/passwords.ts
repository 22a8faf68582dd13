import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import Piscina from 'piscina';
import { apiFolder } from '../../folders';
import { ProblemError } from '../../http/problem-error';

/** More would wait so long that people try again, which only adds to the queue. */
const MAX_QUEUE = 64;
const RETRY_SECONDS = 5;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * bcrypt off the main thread. One core is left to everything else.
 * @param cost bcrypt's work factor; each step doubles the time.
 */
export function createPasswords(cost: number) {
  const pool = new Piscina({
    filename: path.join(apiFolder, 'src/features/accounts/hash-worker.cjs'),
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: 30_000,
    maxQueue: MAX_QUEUE,
  });
  let nobody: Promise<string> | undefined;

  async function work<Result>(task: object): Promise<Result> {
    if (pool.queueSize >= MAX_QUEUE) throw new ProblemError('busy', { retryAfterSeconds: RETRY_SECONDS });
    return (await pool.run(task)) as Result;
  }

  function hash(password: string): Promise<string> {
    return work<string>({ password, cost });
  }

  return {
    /** @throws ProblemError `busy` when too many are waiting. */
    hash,

    /**
     * Compares with a stored hash. Without one, the user being unknown, it works as long and says no.
     * @throws ProblemError `busy` when too many are waiting.
     */
    async matches(password: string, stored: string | undefined): Promise<boolean> {
      nobody ??= hash(randomBytes(16).toString('hex')).catch((error: unknown) => {
        nobody = undefined;
        throw error;
      });
      const anyHash = await nobody;
      const same = await work<boolean>({ password, hash: stored ?? anyHash });
      return same && stored !== undefined;
    },

    close: () => pool.destroy(),
  };
}
