/** The message of an error, as it is logged. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

type Task = () => Promise<void>;

/**
 * Runs rounds of tasks, of which one that throws does not stop the others.
 * @param log gets each problem once, until a round without it.
 */
export function createRounds(log: (problem: string) => void) {
  let reported: ReadonlySet<string> = new Set();
  return {
    /** @returns whether this round has no problem after one that had. */
    async run(round: (attempt: (task: Task) => Promise<void>) => Promise<void>) {
      const problems = new Set<string>();
      const attempt = (task: Task) => task().catch((error: unknown) => void problems.add(messageOf(error)));
      await attempt(() => round(attempt));
      for (const problem of problems) if (!reported.has(problem)) log(problem);
      const isRecovered = reported.size > 0 && problems.size === 0;
      reported = problems;
      return { isRecovered };
    },
  };
}

const CHECK_INTERVAL_MS = 5_000;

/** Checks periodically, one check at a time. @returns stops it after the current check. */
export function startWatching(
  watcher: { check(): Promise<void> },
  intervalMs = CHECK_INTERVAL_MS,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async () => {
    await watcher.check();
    if (!stopped) timer = setTimeout(() => void (running = run()), intervalMs);
  };
  let running = run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
