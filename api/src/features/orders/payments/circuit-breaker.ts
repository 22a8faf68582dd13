/** How many consecutive failures make calls fail at once. */
const FAILURES = 5;
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/**
 * A circuit breaker: a service that is down is not called. After a pause, which doubles, one call tries.
 * @param now milliseconds; a clock that is set back ends a pause.
 */
export function createCircuitBreaker(now: () => number) {
  let failures = 0;
  let openUntil = 0;
  let trying = false;
  const left = () => {
    const ms = openUntil - now();
    return ms > MAX_PAUSE_MS ? 0 : Math.max(ms, 0);
  };
  return {
    /** Whether a call may be made. After a pause the first caller to ask tries, and the others wait for it. */
    admits(): boolean {
      if (left() > 0) return false;
      trying = failures >= FAILURES;
      if (trying) openUntil = now() + PAUSE_MS;
      return true;
    },
    succeeded(): void {
      failures = 0;
      openUntil = 0;
    },
    /** @param pauseMs how long the service asks to be left alone. */
    failed(pauseMs = 0): void {
      // Calls that were under way when the pause began fail together, and do not make it longer.
      const late = left() > 0 && !trying;
      trying = false;
      if (!late) failures += 1;
      const doubled = late || failures < FAILURES ? 0 : PAUSE_MS * 2 ** (failures - FAILURES);
      const pause = Math.min(Math.max(doubled, pauseMs), MAX_PAUSE_MS);
      openUntil = now() + Math.max(pause, left());
    },
  };
}
