import { inParallel } from './in-parallel';

export interface Job<Result> {
  /** No other job runs at the same time. */
  readonly alone?: boolean;
  run(write: Write): Promise<Result>;
}

export type Write = (text: string) => void;

/**
 * Runs jobs in their order, at most `width` at a time. Their output reads as if they had run one after another: the
 * first running job writes at once, the output of the others is buffered until all jobs before them have ended.
 * @returns the results in the order of the jobs.
 * @throws the error of a job, after the jobs beside it have ended; no further job is started.
 */
export async function runJobs<Result>(
  jobs: readonly Job<Result>[],
  width: number,
  write: Write,
): Promise<readonly Result[]> {
  const output = orderedOutput(write);
  const results: Result[] = [];
  for (const group of groups(jobs)) {
    const first = results.length;
    const ended = await inParallel(
      group,
      (job, index) =>
        job.run((text) => output.write(first + index, text)).finally(() => output.end(first + index)),
      width,
    );
    results.push(...ended);
  }
  return results;
}

/** Consecutive jobs that may run together; a job that runs alone is a group of its own. */
function groups<T extends { readonly alone?: boolean }>(jobs: readonly T[]): readonly (readonly T[])[] {
  return jobs.reduce<readonly (readonly T[])[]>((before, job) => {
    const last = before.at(-1);
    if (!last || job.alone || last[0]?.alone) return [...before, [job]];
    return [...before.slice(0, -1), [...last, job]];
  }, []);
}

/** Passes on the output of one writer at a time, in the order of their numbers. */
function orderedOutput(write: Write) {
  const buffered = new Map<number, string>();
  const ended = new Set<number>();
  let current = 0;
  return {
    write(writer: number, text: string): void {
      if (writer === current) write(text);
      else buffered.set(writer, (buffered.get(writer) ?? '') + text);
    },
    end(writer: number): void {
      ended.add(writer);
      while (ended.has(current)) {
        current += 1;
        const text = buffered.get(current);
        if (text !== undefined) write(text);
        buffered.delete(current);
      }
    },
  };
}
