import { LRUCache } from 'lru-cache';
import { ProblemError } from '../../http/problem-error';

/** Wrong passwords without a delay, for one address or device. */
const FREE_FAILURES = 5;
/** The same for a wider network, which several households may share. */
const FREE_FAILURES_WIDE = 20;
const MAX_DELAY_MS = 15 * 60 * 1000;
/** Wrong passwords for one account from all unknown devices together before they share one try in `ACCOUNT_PAUSE_MS`. */
const FREE_FAILURES_ACCOUNT = 100;
const ACCOUNT_PAUSE_MS = 5 * 60 * 1000;
/** Failures are forgotten this long after the last one. */
export const MEMORY_MS = 24 * 60 * 60 * 1000;
/** After a reset, unknown devices are not limited together for this long. */
const GRACE_MS = 30 * 60 * 1000;
const MAX_ACCOUNTS = 100_000;
const MAX_SOURCES = 5_000;

/** Where a password comes from: a known device of the account, or networks, the narrowest first. */
export type LogInSource = { readonly deviceId: number } | { readonly prefixes: readonly string[] };

/** The client of this source in the queue for hashing. */
export function hashClient(source: LogInSource): string {
  return 'deviceId' in source ? `device ${source.deviceId}` : (source.prefixes.at(-1) ?? '');
}

/** True for a known device or the session of a customer (`user 1`). */
export function isKnownClient(client: string): boolean {
  return /^(?:device|user) /.test(client);
}

interface Counter {
  failures: number;
  /** Milliseconds since 1970. */
  lastAt: number;
  nextAt: number;
}

interface AccountFailures {
  readonly sources: LRUCache<string, Counter>;
  readonly total: Counter;
  readonly graceUntil: number;
}

interface Limit {
  readonly counter: Counter;
  delay(failures: number): number;
}

/**
 * Delays that slow down guessing without locking out an account's owner. Failures are counted for each account and
 * source; for all unknown devices together only a slow limit applies. Kept in this process's memory.
 * @param factor multiplies the failures without a delay.
 */
export function createLogInDelays(now: () => Date, factor: number) {
  const accounts = new LRUCache<string, AccountFailures>({ max: MAX_ACCOUNTS });

  function open(graceUntil = 0): AccountFailures {
    return { sources: new LRUCache({ max: MAX_SOURCES }), total: newCounter(), graceUntil };
  }

  function failuresOf(account: string): AccountFailures {
    const existing = accounts.get(account);
    if (existing) return existing;
    const failures = open();
    accounts.set(account, failures);
    return failures;
  }

  const growing = (free: number) => (failures: number) =>
    failures < free * factor ? 0 : Math.min(MAX_DELAY_MS, 1000 * 2 ** (failures - Math.ceil(free * factor)));
  const steady = (failures: number) => (failures < FREE_FAILURES_ACCOUNT * factor ? 0 : ACCOUNT_PAUSE_MS);

  function limitsOf(account: string, source: LogInSource, at: number): Limit[] {
    const { sources, total, graceUntil } = failuresOf(account);
    const limit = (name: string, free: number): Limit => {
      const counter = sources.get(name) ?? newCounter();
      sources.set(name, counter);
      return { counter, delay: growing(free) };
    };
    if ('deviceId' in source) return [limit(`device ${source.deviceId}`, FREE_FAILURES)];
    return [
      ...source.prefixes.map((prefix, index) =>
        limit(prefix, index === 0 ? FREE_FAILURES : FREE_FAILURES_WIDE),
      ),
      ...(at < graceUntil ? [] : [{ counter: total, delay: steady }]),
    ];
  }

  return {
    /**
     * Compares a password unless the source has to wait. The failure is counted first, so that simultaneous tries do
     * not escape, and taken back on success or when nothing was compared.
     * @throws ProblemError `too-many-requests`, `invalid-credentials`, and what `compare` throws
     */
    async check(account: string, source: LogInSource, compare: () => Promise<boolean>): Promise<void> {
      const at = now().getTime();
      const limits = limitsOf(account, source, at);
      const wait = Math.max(...limits.map(({ counter }) => counter.nextAt - at));
      if (wait > 0) throw new ProblemError('too-many-requests', { retryAfterSeconds: wait / 1000 });
      const undos = limits.map((limit) => count(limit, at));
      const undo = () => undos.forEach((restore) => restore());
      const matches = await compare().catch((error: unknown) => {
        undo();
        throw error;
      });
      if (!matches) throw new ProblemError('invalid-credentials');
      undo();
      const [narrowest] = limits;
      if (narrowest) Object.assign(narrowest.counter, newCounter());
    },

    /** Forgets all failures of an account whose password was reset by mail. */
    lift(account: string): void {
      accounts.set(account, open(now().getTime() + GRACE_MS));
    },
  };
}

export type LogInDelays = ReturnType<typeof createLogInDelays>;

function newCounter(): Counter {
  return { failures: 0, lastAt: 0, nextAt: 0 };
}

/** Counts one failure. @returns a function that takes it back. */
function count({ counter, delay }: Limit, at: number): () => void {
  const { nextAt } = counter;
  if (counter.lastAt + MEMORY_MS <= at) counter.failures = 0;
  counter.failures += 1;
  counter.lastAt = at;
  counter.nextAt = at + delay(counter.failures);
  const counted = counter.failures;
  return () => {
    // The delay of a failure that was counted meanwhile remains.
    if (counter.failures === counted) counter.nextAt = nextAt;
    counter.failures -= 1;
  };
}
