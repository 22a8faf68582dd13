import { messageOf } from '../../../packages/node/user-error';

type Task = () => Promise<void>;

/** A task that throws stops no other. @param log gets each problem once, until a round without it. */
export function createRounds(log: (problem: string) => void) {
  let reported: ReadonlySet<string> = new Set();
  /** @returns whether this round has no problem after one that had. */
  return async (round: (attempt: (task: Task) => Promise<void>) => Promise<void>): Promise<boolean> => {
    const problems = new Set<string>();
    const attempt = (task: Task) => task().catch((error: unknown) => void problems.add(messageOf(error)));
    await attempt(() => round(attempt));
    for (const problem of problems) if (!reported.has(problem)) log(problem);
    const isRecovered = reported.size > 0 && problems.size === 0;
    reported = problems;
    return isRecovered;
  };
}
