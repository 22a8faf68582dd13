import { timed } from '../platform/timing';
import { traceStatement } from '../platform/tracing/spans';
import { isDiskFull } from './errors';

export const STATEMENT_RESULTS = ['succeeded', 'failed', 'disk-full'] as const;
type StatementResult = (typeof STATEMENT_RESULTS)[number];

/** Measures the statements of one pool. Durations are seconds. */
export interface DatabaseMeter {
  waited(seconds: number): void;
  executed(result: StatementResult, seconds: number): void;
}

export function measureStatement<Result>(
  meter: DatabaseMeter | undefined,
  sql: string,
  run: () => Promise<Result>,
): Promise<Result> {
  return timed(
    () => traceStatement(sql, run),
    (seconds, failure) => meter?.executed(resultOf(failure), seconds),
  );
}

/** Measures how long a caller waits for a connection, including one that gets none. */
export function measureWait<Result>(meter: DatabaseMeter | undefined, obtain: () => Promise<Result>) {
  return timed(obtain, (seconds) => meter?.waited(seconds));
}

function resultOf(failure?: { readonly error: unknown }): StatementResult {
  if (!failure) return 'succeeded';
  return isDiskFull(failure.error) ? 'disk-full' : 'failed';
}
