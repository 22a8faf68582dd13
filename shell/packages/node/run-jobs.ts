import { inParallel } from './in-parallel';

export type Write = (text: string) => void;

/**
 * Runs jobs, at most `width` at a time. Their output reads as if they had run one after another.
 * @returns the results in the order of the jobs.
 * @throws the error of a job, after the jobs alongside it have ended; no further job is started.
 */
export async function runJobs<Result>(
  jobs: readonly ((write: Write) => Promise<Result>)[],
  width: number,
  write: Write,
): Promise<readonly Result[]> {
  const output = orderedOutput(write);
  return inParallel(
    jobs,
    (run, index) => run((text) => output.write(index, text)).finally(() => output.end(index)),
    width,
  );
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
