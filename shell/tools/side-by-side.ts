/** One of several pieces of work whose words must not get mixed up. */
export interface Job<Result> {
  /** Nothing else runs beside it. */
  readonly alone?: boolean;
  run(say: Say): Promise<Result>;
}

export type Say = (text: string) => void;

/**
 * Runs jobs in their order, as many at a time as there are lanes. What they say reads as if they had run one after
 * another: the foremost one's words are handed on at once, the others' when its turn comes.
 * @returns what each job has returned, in the order of the jobs.
 * @throws what a job throws, when those beside it have ended; none is started after it.
 */
export async function sideBySide<Result>(
  jobs: readonly Job<Result>[],
  lanes: number,
  say: Say,
): Promise<readonly Result[]> {
  const voices = inTurn(say);
  const results = new Map<number, Result>();
  const running = new Map<Job<Result>, Promise<void>>();
  const errors: unknown[] = [];

  const start = (job: Job<Result>, at: number) => {
    const ended = job
      .run((text) => voices.say(at, text))
      .then((result) => void results.set(at, result))
      .catch((error: unknown) => void errors.push(error))
      .finally(() => {
        voices.end(at);
        running.delete(job);
      });
    running.set(job, ended);
  };
  const hasRoomFor = (job: Job<Result>) =>
    running.size === 0 || (running.size < lanes && ![job, ...running.keys()].some(({ alone }) => alone));

  for (const [at, job] of jobs.entries()) {
    while (!hasRoomFor(job)) await Promise.race(running.values());
    if (errors.length > 0) break;
    start(job, at);
  }
  await Promise.all(running.values());
  if (errors.length > 0) throw errors[0];
  return [...results].toSorted(([one], [other]) => one - other).map(([, result]) => result);
}

/** Speakers of whom each is heard when all before it have ended. */
function inTurn(say: Say) {
  const unheard = new Map<number, string>();
  const ended = new Set<number>();
  let foremost = 0;
  return {
    say(speaker: number, text: string): void {
      if (speaker === foremost) say(text);
      else unheard.set(speaker, (unheard.get(speaker) ?? '') + text);
    },
    end(speaker: number): void {
      ended.add(speaker);
      while (ended.has(foremost)) {
        foremost += 1;
        const text = unheard.get(foremost);
        if (text !== undefined) say(text);
        unheard.delete(foremost);
      }
    },
  };
}
