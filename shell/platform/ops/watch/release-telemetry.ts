import type { KeyObject } from 'node:crypto';
import { calls, type Operations, type ReleaseTelemetry, type TelemetrySlot } from '@isa/api-contract';
import { createReadToken } from '@isa/api-contract/read-token';
import { callSchemas } from '@isa/api-contract/schemas';
import type { z } from 'zod';
import { UserError } from '../../../packages/node/user-error';
import type { Sample } from './compare-canary';

/** Reads the API's counts of all releases for the last minutes, including the current one. */
export type ReadTelemetry = (minutes: number) => Promise<readonly ReleaseTelemetry[]>;

type ReadKey = () => Promise<KeyObject>;

const TIMEOUT_MS = 5_000;

/** Reads the errors in browsers and the mails that wait. */
export type ReadOperations = () => Promise<Operations>;

/**
 * @param apiOrigin without a trailing slash.
 * @param readKey reads the key of the registry, which signs a token for each request.
 * @returns functions that throw a UserError when the API is unavailable, rejects the token or sends an
 * invalid response.
 */
export function telemetryReader(apiOrigin: string, readKey: ReadKey): ReadTelemetry {
  return async (minutes) => {
    const path = `${calls.releaseTelemetry.path}?minutes=${minutes}`;
    const schema = callSchemas.releaseTelemetry.response;
    return (await read(apiOrigin, readKey, path, schema, 'release telemetry')).releases;
  };
}

/** @see telemetryReader */
export function operationsReader(apiOrigin: string, readKey: ReadKey): ReadOperations {
  const schema = callSchemas.operations.response;
  return () => read(apiOrigin, readKey, calls.operations.path, schema, 'report for operators');
}

async function read<T>(
  apiOrigin: string,
  readKey: ReadKey,
  path: string,
  schema: z.ZodType<T>,
  what: string,
): Promise<T> {
  const token = createReadToken(await readKey());
  const response = await fetch(apiOrigin + path, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new UserError(`The API at ${apiOrigin} does not respond.`);
  });
  if (response.status === 401) {
    throw new UserError(
      `The API at ${apiOrigin} does not trust the registry’s key of this process: see RELEASE_TRUST.`,
    );
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
