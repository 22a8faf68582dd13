import { ProblemError } from '../../http/problem-error';
import type { FailureCounters, FailureLimit } from './failure-counters';

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

/** @returns whether the client is a known device or the session of a customer (`user 1`). */
export function isKnownClient(client: string): boolean {
  return /^(?:device|user) /.test(client);
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
     * Compares a password unless the source has to wait. The failure is counted first, so that simultaneous
     * tries do not escape.
     * @throws ProblemError `too-many-requests`, `invalid-credentials`
     */
    async check(
      account: string,
      source: LogInSource,
      compare: () => Promise<boolean>,
      exists = true,
    ): Promise<void> {
      const counted = await counters.count(account, limitsOf(source), now().getTime(), exists);
      if (!('undo' in counted)) {
        throw new ProblemError('too-many-requests', { retryAfterSeconds: counted.waitMs / 1000 });
      }
      const matches = await compare().catch(async (error: unknown) => {
        await counted.undo(false);
        throw error;
      });
      if (!matches) throw new ProblemError('invalid-credentials');
      await counted.undo(true);
    },

    async lift(account: string): Promise<void> {
      await counters.lift(account, now().getTime());
    },
  };
}

export type LogInDelays = ReturnType<typeof createLogInDelays>;
