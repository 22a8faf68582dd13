import type { Logger } from 'pino';

/** Work that an answer does not wait for, so that its time tells nothing about its outcome. */
export interface Later {
  /** Starts `work` after the current answer; a failure is logged. */
  run(work: () => Promise<void>): void;
  /** Waits until everything that was started has ended. */
  settled(): Promise<void>;
}

export function createLater(log: Logger): Later {
  const pending = new Set<Promise<void>>();
  return {
    run(work) {
      const task = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, 'work after an answer failed'))
        .finally(() => pending.delete(task));
      pending.add(task);
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
