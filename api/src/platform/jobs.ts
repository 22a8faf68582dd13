import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Work that repeats in the background. */
export interface Job {
  stop(): Promise<void>;
}

/** Repeats `run` with a pause after each run, also when it failed; it must be safe to repeat. */
export function repeatEvery(
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

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;

/** Work that a response does not wait for, so that the response time reveals nothing about its outcome. */
export function createBackgroundTasks(log: Logger) {
  const pending = new Set<Promise<void>>();
  return {
    /** Starts `work` after the current response; a failure is logged. */
    run(work: () => Promise<void>): void {
      const task = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, 'a background task failed'))
        .finally(() => pending.delete(task));
      pending.add(task);
    },
    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
