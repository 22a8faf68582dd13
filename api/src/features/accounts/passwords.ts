import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { PASSWORD_MAX_BYTES } from '@isa/api-contract';
import Piscina from 'piscina';
import { apiFolder } from '../../platform/folders';
import { ProblemError } from '../../http/problem-error';
import { createFairQueue } from './fair-queue';
import { isKnownClient } from './log-in-delays';

/** A longer queue would wait so long that visitors retry, which makes it longer still. */
const MAX_QUEUE = 64;
const RETRY_SECONDS = 5;

export type Passwords = ReturnType<typeof createPasswords>;

/** bcrypt in worker threads, leaving one core free. @param cost the work factor; each step doubles the time. */
export function createPasswords(cost: number) {
  const threads = Math.max(1, availableParallelism() - 1);
  const pool = new Piscina({
    filename: path.join(apiFolder, 'src/features/accounts/hash-worker.cjs'),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
  });
  const queue = createFairQueue({
    concurrency: threads,
    maxWaiting: MAX_QUEUE,
    isKnown: isKnownClient,
    refused: () => new ProblemError('busy', { retryAfterSeconds: RETRY_SECONDS }),
  });
  let dummyHash: Promise<string> | undefined;

  async function run(task: object, client: string): Promise<unknown> {
    return queue.run(client, () => pool.run(task));
  }

  /** @param client takes turns with others in the queue. @throws ProblemError `busy` when the queue is full. */
  async function hash(password: string, client = ''): Promise<string> {
    return String(await run({ password, cost }, client));
  }

  return {
    hash,

    /** Takes as long for an unknown user, without a hash, and returns false. @throws ProblemError `busy` */
    async matches(password: string, stored: string | undefined, client = ''): Promise<boolean> {
      // bcrypt would ignore the bytes beyond, and no account has such a password.
      if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) return false;
      dummyHash ??= hash(randomBytes(16).toString('hex'), client).catch((error: unknown) => {
        dummyHash = undefined;
        throw error;
      });
      const fallback = await dummyHash;
      const same = await run({ password, hash: stored ?? fallback }, client);
      return same === true && stored !== undefined;
    },

    /** The number of passwords that wait for a thread. */
    waiting: queue.waiting,

    close: () => pool.destroy(),
  };
}
