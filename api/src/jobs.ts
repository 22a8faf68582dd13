import type { Deps } from './deps';

/** Work that repeats in the background. */
export interface Job {
  /** Starts no further round and waits for the one that runs. */
  stop(): Promise<void>;
}

/**
 * Repeats `round` with a pause after each. A round that fails is logged and the next one runs all the same, so a
 * round has to be something that may be tried again.
 */
export function every(
  pauseMs: number,
  name: string,
  { log }: Pick<Deps, 'log'>,
  round: () => Promise<void>,
): Job {
  let stopped = false;
  let wake = () => {};
  const running = (async () => {
    while (!stopped) {
      await round().catch((error: unknown) => log.error({ err: error, job: name }, 'a job failed'));
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    async stop() {
      stopped = true;
      wake();
      await running;
    },
  };
}
