import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Work that repeats in the background. */
export interface Job {
  stop(): Promise<void>;
}

/** Repeats `run` with a pause after each run, also when it failed; it must be safe to repeat. */
export function every(
  pauseMs: number,
  name: string,
  { log }: { readonly log: Logger },
  run: () => Promise<void>,
): Job {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      await run().catch((error: unknown) => log.error({ err: error, job: name }, 'a job failed'));
      await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
