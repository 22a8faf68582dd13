import { calls, type ReleaseTelemetry } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import { UserError } from '../../../packages/node/user-error';

/** Reads the API's counts of all releases for the last minutes, including the current one. */
export type ReadTelemetry = (minutes: number) => Promise<readonly ReleaseTelemetry[]>;

const TIMEOUT_MS = 5_000;

/**
 * @param apiOrigin without a trailing slash.
 * @returns a function that throws a UserError when the API is unavailable, rejects the token or sends an
 * invalid response.
 */
export function telemetryReader(apiOrigin: string, opsReadToken: string): ReadTelemetry {
  return async (minutes) => {
    const response = await fetch(`${apiOrigin}${calls.releaseTelemetry.path}?minutes=${minutes}`, {
      headers: { Authorization: `Bearer ${opsReadToken}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new UserError(`The API at ${apiOrigin} does not respond.`);
    });
    if (response.status === 401 || response.status === 404) {
      throw new UserError(`The API at ${apiOrigin} does not accept this OPS_READ_TOKEN.`);
    }
    const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
    const { data } = callSchemas.releaseTelemetry.response.safeParse(body);
    if (data) return data.releases;
    throw new UserError(`The API at ${apiOrigin} sent no valid release telemetry (${response.status}).`);
  };
}
