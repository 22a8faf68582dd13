import { LRUCache } from 'lru-cache';
import { ProblemError } from '../../http/problem-error';

/** How long after the last one failures are forgotten. */
export const MEMORY_MS = 24 * 60 * 60 * 1000;
/** How long after a reset limits of all sources together do not apply. */
export const GRACE_MS = 30 * 60 * 1000;
export const MAX_DELAY_MS = 15 * 60 * 1000;
const MAX_ACCOUNTS = 100_000;
/** Accounts that do not exist are counted apart, so that invented ones displace no others. */
const MAX_UNKNOWN_ACCOUNTS = 20_000;
const MAX_SOURCES = 5_000;

/** How failures of one source delay its next try. */
export interface FailureLimit {
  readonly source: string;
  readonly free: number;
  /** The constant delay of a limit for all sources together; without it delays double from one second. */
  readonly pauseMs?: number;
}

type CountedTry =
  | { readonly waitMs: number }
  | {
      readonly waitMs: 0;
      /** Takes it back. @param reset whether to forget all failures of the first limit as well. */
      undo(reset: boolean): Promise<void>;
    };

/** Counts wrong passwords by account and source. Times are milliseconds since 1970. */
export interface FailureCounters {
  /** Counts a failure at all limits, unless one demands to wait. @param exists whether the account does. */
  count(account: string, limits: readonly FailureLimit[], at: number, exists?: boolean): Promise<CountedTry>;
  lift(account: string, at: number): Promise<void>;
}

interface Counter {
  failures: number;
  lastAt: number;
  nextAt: number;
}

interface AccountFailures {
  readonly counters: Map<string, Counter>;
  readonly graceUntil: number;
}

export function createFailureCounters(): FailureCounters {
  // With `max`, memory for all accounts would be reserved at the start.
  const atMost = (maxSize: number) =>
    new LRUCache<string, AccountFailures>({ maxSize, sizeCalculation: () => 1 });
  const existing = atMost(MAX_ACCOUNTS);
  const unknown = atMost(MAX_UNKNOWN_ACCOUNTS);

  function open(accounts: typeof existing, account: string, graceUntil = 0): AccountFailures {
    const failures = { counters: new Map<string, Counter>(), graceUntil };
    accounts.set(account, failures);
    return failures;
  }

  function counterOf(counters: Map<string, Counter>, source: string): Counter {
    const counter = counters.get(source) ?? { failures: 0, lastAt: 0, nextAt: 0 };
    counters.delete(source);
    counters.set(source, counter);
    const [oldest] = counters.keys();
    if (counters.size > MAX_SOURCES && oldest !== undefined) counters.delete(oldest);
    return counter;
  }

  return {
    async count(account, limits, at, exists = true) {
      const accounts = exists ? existing : unknown;
      const { counters, graceUntil } = accounts.get(account) ?? open(accounts, account);
      const applied = limits
        .filter(({ pauseMs }) => pauseMs === undefined || at >= graceUntil)
        .map((limit) => ({ limit, counter: counterOf(counters, limit.source) }));
      const waits = applied.map(({ counter }) => counter.nextAt - at);
      // A delay that ends later was counted before the clock was set back.
      const waitMs = Math.max(...waits.filter((ms) => ms <= MAX_DELAY_MS));
      if (waitMs > 0) return { waitMs };
      const undos = applied.map(({ limit, counter }) => countFailure(counter, limit, at));
      return {
        waitMs: 0,
        async undo(reset) {
          for (const undo of undos) undo();
          const [first] = applied;
          if (reset && first) Object.assign(first.counter, { failures: 0, lastAt: 0, nextAt: 0 });
        },
      };
    },
    async lift(account, at) {
      open(existing, account, at + GRACE_MS);
    },
  };
}

function countFailure(counter: Counter, { free, pauseMs }: FailureLimit, at: number): () => void {
  const { nextAt } = counter;
  if (counter.lastAt + MEMORY_MS <= at) counter.failures = 0;
  counter.failures += 1;
  counter.lastAt = at;
  const counted = counter.failures;
  const delayMs = pauseMs ?? Math.min(MAX_DELAY_MS, 1000 * 2 ** (counted - Math.ceil(free)));
  counter.nextAt = counted < free ? at : at + delayMs;
  return () => {
    // The delay stays if another failure was counted meanwhile.
    if (counter.failures === counted) counter.nextAt = nextAt;
    counter.failures -= 1;
  };
}

const FREE_FAILURES = 5;
/** How many wrong passwords of a wider network, which several households may share, cause no delay. */
const FREE_FAILURES_WIDE = 20;
/** The limit for one account from all unknown devices; then they share one try in `ACCOUNT_PAUSE_MS`. */
const FREE_FAILURES_ACCOUNT = 100;
const ACCOUNT_PAUSE_MS = 5 * 60 * 1000;

/** Where a password comes from: a known device of the account, or networks, the narrowest first. */
export type LogInSource = { readonly deviceId: number } | { readonly prefixes: readonly string[] };

export function hashClient(source: LogInSource): string {
  return 'deviceId' in source ? `device ${source.deviceId}` : (source.prefixes.at(-1) ?? '');
}

/**
 * Delays slow down guessing without locking out the owner. All unknown devices together share a slow limit.
 * @param factor multiplies the failures without a delay.
 */
export function createLogInDelays(now: () => Date, factor: number, counters: FailureCounters) {
  function limitsOf(source: LogInSource): FailureLimit[] {
    if ('deviceId' in source) return [{ source: `device ${source.deviceId}`, free: FREE_FAILURES * factor }];
    return [
      ...source.prefixes.map((prefix, index) => ({
        source: prefix,
        free: (index === 0 ? FREE_FAILURES : FREE_FAILURES_WIDE) * factor,
      })),
      { source: 'all', free: FREE_FAILURES_ACCOUNT * factor, pauseMs: ACCOUNT_PAUSE_MS },
    ];
  }

  return {
    /**
     * Checks a password unless the source has to wait. The failure is counted first, so that simultaneous
     * tries do not escape.
     * @returns what `check` returns. @throws ProblemError `too-many-requests`, `invalid-credentials` for another password
     */
    async check<Value>(
      account: string,
      source: LogInSource,
      check: () => Promise<Value | undefined | false>,
      exists = true,
    ): Promise<Value> {
      const counted = await counters.count(account, limitsOf(source), now().getTime(), exists);
      if (!('undo' in counted)) {
        throw new ProblemError('too-many-requests', { retryAfterSeconds: counted.waitMs / 1000 });
      }
      const value = await check().catch(async (error: unknown) => {
        await counted.undo(false);
        throw error;
      });
      if (value === undefined || value === false) throw new ProblemError('invalid-credentials');
      await counted.undo(true);
      return value;
    },

    async lift(account: string): Promise<void> {
      await counters.lift(account, now().getTime());
    },
  };
}

export type LogInDelays = ReturnType<typeof createLogInDelays>;

/** `delayed` means that nothing was compared: the source has to wait, or the server is busy. */
export type CredentialResult = 'success' | 'failure' | 'delayed';

/** Runs the check of a password or passkey and records its result for the security log. @throws what `check` throws */
export async function recordCheck<Value>(
  record: (result: CredentialResult) => void,
  check: () => Promise<Value>,
): Promise<Value> {
  try {
    const value = await check();
    record('success');
    return value;
  } catch (error) {
    const delayed =
      error instanceof ProblemError && (error.id === 'too-many-requests' || error.id === 'busy');
    record(delayed ? 'delayed' : 'failure');
    throw error;
  }
}
