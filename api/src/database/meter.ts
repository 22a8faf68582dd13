import { timed } from '../platform/timing';
import { traceStatement } from '../platform/tracing/spans';

/** Measures the statements of one pool. Durations are seconds. */
export interface DatabaseMeter {
  waited(seconds: number): void;
  executed(result: 'succeeded' | 'failed', seconds: number): void;
}

export function measureStatement<Result>(
  meter: DatabaseMeter | undefined,
  sql: string,
  run: () => Promise<Result>,
): Promise<Result> {
  return timed(
    () => traceStatement(sql, run),
    (seconds, failure) => meter?.executed(failure ? 'failed' : 'succeeded', seconds),
  );
}

/** Measures how long a caller waits for a connection, including one that gets none. */
export function measureWait<Result>(meter: DatabaseMeter | undefined, obtain: () => Promise<Result>) {
  return timed(obtain, (seconds) => meter?.waited(seconds));
}
