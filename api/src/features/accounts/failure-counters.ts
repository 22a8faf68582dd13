import { LRUCache } from 'lru-cache';

/** Failures are forgotten this long after the last one. */
export const MEMORY_MS = 24 * 60 * 60 * 1000;
/** After a reset, limits of all sources together do not apply for this long. */
export const GRACE_MS = 30 * 60 * 1000;
export const MAX_DELAY_MS = 15 * 60 * 1000;
const MAX_ACCOUNTS = 100_000;
const MAX_SOURCES = 5_000;

/** How failures of one source delay its next try. */
export interface FailureLimit {
  readonly source: string;
  /** Failures without a delay. */
  readonly free: number;
  /** The constant delay in milliseconds of a limit for all sources together; otherwise delays double from one second. */
  readonly pauseMs?: number;
}

/** A try that was counted as a failure, or how long it has to wait. */
type CountedTry =
  | { readonly waitMs: number }
  | {
      readonly waitMs: 0;
      /** Takes it back. @param reset forgets all failures of the first limit, too. */
      undo(reset: boolean): Promise<void>;
    };

/** Counts wrong passwords by account and source. Times are milliseconds since 1970. */
export interface FailureCounters {
  /** Counts a failure at all limits at once, unless one of them demands to wait. */
  count(account: string, limits: readonly FailureLimit[], at: number): Promise<CountedTry>;
  /** Forgets all failures of an account. */
  lift(account: string, at: number): Promise<void>;
}

interface Counter {
  failures: number;
  lastAt: number;
  nextAt: number;
}

interface AccountFailures {
  readonly counters: LRUCache<string, Counter>;
  readonly graceUntil: number;
}

/** Counters in this process's memory. */
export function createFailureCounters(): FailureCounters {
  const accounts = new LRUCache<string, AccountFailures>({ max: MAX_ACCOUNTS });

  function open(account: string, graceUntil = 0): AccountFailures {
    const failures = { counters: new LRUCache<string, Counter>({ max: MAX_SOURCES }), graceUntil };
    accounts.set(account, failures);
    return failures;
  }

  return {
    async count(account, limits, at) {
      const { counters, graceUntil } = accounts.get(account) ?? open(account);
      const applied = limits
        .filter(({ pauseMs }) => pauseMs === undefined || at >= graceUntil)
        .map((limit) => {
          const counter = counters.get(limit.source) ?? newCounter();
          counters.set(limit.source, counter);
          return { limit, counter };
        });
      const waitMs = Math.max(...applied.map(({ counter }) => counter.nextAt - at));
      if (waitMs > 0) return { waitMs };
      const undos = applied.map(({ limit, counter }) => countFailure(counter, limit, at));
      return {
        waitMs: 0,
        async undo(reset) {
          for (const undo of undos) undo();
          const [first] = applied;
          if (reset && first) Object.assign(first.counter, newCounter());
        },
      };
    },
    async lift(account, at) {
      open(account, at + GRACE_MS);
    },
  };
}

function newCounter(): Counter {
  return { failures: 0, lastAt: 0, nextAt: 0 };
}

function delayAfter(failures: number, { free, pauseMs }: FailureLimit): number {
  if (failures < free) return 0;
  return pauseMs ?? Math.min(MAX_DELAY_MS, 1000 * 2 ** (failures - Math.ceil(free)));
}

/** Counts one failure. @returns a function that takes it back. */
function countFailure(counter: Counter, limit: FailureLimit, at: number): () => void {
  const { nextAt } = counter;
  if (counter.lastAt + MEMORY_MS <= at) counter.failures = 0;
  counter.failures += 1;
  counter.lastAt = at;
  counter.nextAt = at + delayAfter(counter.failures, limit);
  const counted = counter.failures;
  return () => {
    // The delay of a failure that was counted meanwhile remains.
    if (counter.failures === counted) counter.nextAt = nextAt;
    counter.failures -= 1;
  };
}
