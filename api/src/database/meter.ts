import { traceStatement } from '../platform/tracing/spans';

/** Measures the statements of one pool. Durations are seconds. */
export interface DatabaseMeter {
  waited(seconds: number): void;
  executed(result: 'succeeded' | 'failed', seconds: number): void;
}

export async function measureStatement<Result>(
  meter: DatabaseMeter | undefined,
  sql: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  try {
    const result = await traceStatement(sql, run);
    meter?.executed('succeeded', seconds());
    return result;
  } catch (error) {
    meter?.executed('failed', seconds());
    throw error;
  }
}

/** Measures how long a caller waits for a connection, also in vain. */
export async function measureWait<Result>(
  meter: DatabaseMeter | undefined,
  obtain: () => Promise<Result>,
): Promise<Result> {
  const started = performance.now();
  try {
    return await obtain();
  } finally {
    meter?.waited((performance.now() - started) / 1000);
  }
}
