import type { Logger } from 'pino';

/** Work that repeats in the background. */
export interface Job {
  /** Starts no further run and waits for the current one. */
  stop(): Promise<void>;
}

/**
 * Repeats `run` with a pause after each. A failed run is logged and the next one follows as usual, so a run must be
 * safe to repeat.
 */
export function every(
  pauseMs: number,
  name: string,
  { log }: { readonly log: Logger },
  run: () => Promise<void>,
): Job {
  let stopped = false;
  let endPause = () => {};
  const running = (async () => {
    while (!stopped) {
      await run().catch((error: unknown) => log.error({ err: error, job: name }, 'a job failed'));
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    async stop() {
      stopped = true;
      endPause();
      await running;
    },
  };
}
