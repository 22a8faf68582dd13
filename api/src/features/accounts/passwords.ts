import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { academy, messages, normalisePassword, PASSWORD_MAX_BYTES } from '@isa/api-contract';
import Piscina from 'piscina';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { User } from '../../database/entities';
import { apiFolder } from '../../platform/folders';
import { invalidField, ProblemError } from '../../http/problem-error';
import { createFairQueue, type Lane } from './fair-queue';

/** How many passwords wait. In a longer queue visitors retry, which makes it longer still. */
const MAX_QUEUE = 64;
const RETRY_SECONDS = 5;

/** The client of all accounts that do not exist. */
const UNKNOWN = 'unknown accounts';

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
  const queue = createFairQueue(
    threads,
    MAX_QUEUE,
    () => new ProblemError('busy', { retryAfterSeconds: RETRY_SECONDS }),
  );
  let dummyHash: Promise<string> | undefined;
  let entered = 0;
  /** The latest comparison for an unknown account, and how many milliseconds it ran. */
  let shared: { entered: number; duration: Promise<number>; waits: () => boolean } | undefined;

  /** Known clients are devices, and the sessions of customers (`user 1`). */
  const laneOf = (client: string, lane: Lane) => (/^(?:device|user) /.test(client) ? 'known' : lane);

  /** Takes as long as for an existing account that enters now. Concurrent callers share one comparison. */
  async function compareNothing(password: string): Promise<false> {
    dummyHash ??= queue
      .run('accounts', UNKNOWN, async () => String(await pool.run({ password: randomUUID(), cost })))
      .catch((error: unknown) => {
        dummyHash = undefined;
        throw error;
      });
    const dummy = await dummyHash;
    if (shared?.entered === entered && shared.waits()) {
      await pause(await shared.duration);
      return false;
    }
    let waits = true;
    const duration = queue
      .run('accounts', UNKNOWN, async () => {
        waits = false;
        const started = performance.now();
        await pool.run({ password, hash: dummy });
        return performance.now() - started;
      })
      .finally(() => (waits = false));
    shared = { entered, duration, waits: () => waits };
    await duration;
    return false;
  }

  return {
    /** @param client gets a fair share of the queue. @throws ProblemError `busy` when the queue is full. */
    async hash(typed: string, client = ''): Promise<string> {
      const password = normalisePassword(typed);
      return String(await queue.run(laneOf(client, 'others'), client, () => pool.run({ password, cost })));
    },

    /** Takes as long for an unknown user (decision 0038). @throws ProblemError `busy` */
    async matches(typed: string, stored: string | undefined, client = ''): Promise<boolean> {
      const password = normalisePassword(typed);
      // A longer password matches nothing: bcrypt would ignore the further bytes, and no account has one.
      if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) return false;
      if (stored === undefined) return compareNothing(password);
      entered += 1;
      const lane = laneOf(client, 'accounts');
      // Each account has its share, however many networks try to open others; networks share one account's.
      const opening = lane === 'known' ? client : `account ${stored}`;
      return (await queue.run(lane, opening, () => pool.run({ password, hash: stored }), client)) === true;
    },

    waiting: queue.waiting,

    close: () => pool.destroy(),
  };
}

/** The 49,000 most common passwords of leaked lists, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);
const SITE_WORDS = [...academy.name.split(' '), 'isa'];
/** The length from which words count; shorter ones occur in other words by chance. */
const MIN_WORD_LENGTH = 3;
/** How many letters a password needs besides words of the context. */
const MIN_OTHER_LETTERS = 4;

/**
 * Refuses passwords that a guesser tries first, such as the site's or the user's name with little else.
 * @param field of the body, where the message is shown.
 * @throws ProblemError `invalid-request`
 */
export function refuseGuessable(
  password: string,
  { username, email }: Pick<User, 'username' | 'email'>,
  field: 'password' | 'newPassword',
): void {
  const isCommon = COMMON.has(password.toLowerCase());
  const letters = lettersOf(password.toLowerCase());
  const local = email.slice(0, email.lastIndexOf('@'));
  const others = [...SITE_WORDS, username, local, ...local.split(/[^\p{L}]+/u)]
    .map((word) => lettersOf(word.toLowerCase()))
    .filter(({ length }) => length >= MIN_WORD_LENGTH)
    // The longest come first, so that a name is removed before its parts.
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), letters);
  if (!isCommon && others.length >= Math.min(letters.length, MIN_OTHER_LETTERS)) return;
  const message = messages.account[isCommon ? 'passwordTooCommon' : 'passwordFromContext'];
  throw invalidField(`body.${field}`, message);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}
