import { calls, type Operations, type ReleaseTelemetry } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import type { z } from 'zod';
import { UserError } from '../../../packages/node/user-error';

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
