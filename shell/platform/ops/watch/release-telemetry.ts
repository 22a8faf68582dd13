import { calls, type Operations, type ReleaseTelemetry, type TelemetrySlot } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import type { z } from 'zod';
import { UserError } from '../../../packages/node/user-error';
import type { Sample } from './compare-canary';

/** Reads the API's counts of all releases for the last minutes, including the current one. */
export type ReadTelemetry = (minutes: number) => Promise<readonly ReleaseTelemetry[]>;

const TIMEOUT_MS = 5_000;

/** Reads the errors in browsers and the mails that wait. */
export type ReadOperations = () => Promise<Operations>;

/**
 * @param apiOrigin without a trailing slash.
 * @returns functions that throw a UserError when the API is unavailable, rejects the token or sends an
 * invalid response.
 */
export function telemetryReader(apiOrigin: string, opsReadToken: string): ReadTelemetry {
  return async (minutes) => {
    const path = `${calls.releaseTelemetry.path}?minutes=${minutes}`;
    const schema = callSchemas.releaseTelemetry.response;
    return (await read(apiOrigin, opsReadToken, path, schema, 'release telemetry')).releases;
  };
}

/** @see telemetryReader */
export function operationsReader(apiOrigin: string, opsReadToken: string): ReadOperations {
  const schema = callSchemas.operations.response;
  return () => read(apiOrigin, opsReadToken, calls.operations.path, schema, 'report for operators');
}

async function read<T>(
  apiOrigin: string,
  token: string,
  path: string,
  schema: z.ZodType<T>,
  what: string,
): Promise<T> {
  const response = await fetch(apiOrigin + path, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new UserError(`The API at ${apiOrigin} does not respond.`);
  });
  if (response.status === 401 || response.status === 404) {
    throw new UserError(`The API at ${apiOrigin} does not accept this OPS_READ_TOKEN.`);
  }
  const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
  const { data } = schema.safeParse(body);
  if (data !== undefined) return data;
  throw new UserError(`The API at ${apiOrigin} sent no valid ${what} (${response.status}).`);
}

/** The sums of the releases that match. */
export function sampleOf(
  counts: readonly ReleaseTelemetry[],
  {
    slot,
    name,
    version = 'the other apps',
  }: { readonly slot: TelemetrySlot; readonly name?: string; readonly version?: string },
): Sample {
  const found = counts.filter(
    (count) =>
      count.slot === slot && (name === undefined || (count.remote === name && count.version === version)),
  );
  const sum = (figure: 'views' | 'failedViews' | 'measuredViews' | 'slowViews') =>
    found.reduce((total, count) => total + count[figure], 0);
  return {
    version,
    // A failure can arrive although the beacon with its view was lost, and a slow vital although an earlier one was.
    failed: { hits: sum('failedViews'), of: Math.max(sum('views'), sum('failedViews')) },
    slow: { hits: sum('slowViews'), of: Math.max(sum('measuredViews'), sum('slowViews')) },
  };
}
