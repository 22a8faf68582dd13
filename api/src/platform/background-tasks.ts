import type { Logger } from 'pino';

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
