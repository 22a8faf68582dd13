import { calls, type ReleaseTelemetry } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import { UserError } from '../../tools/user-error';

/** What the API has counted of every release. */
export type ReadTelemetry = (minutes: number) => Promise<readonly ReleaseTelemetry[]>;

const TIMEOUT_MS = 5_000;

/**
 * Asks the API how releases did. Each call looks back over whole minutes, the current one included.
 * @param apiOrigin without a slash at the end.
 * @throws UserError when the API is away, refuses the operators' token or answers something else.
 */
export function telemetryOf(apiOrigin: string, opsToken: string): ReadTelemetry {
  return async (minutes) => {
    const response = await fetch(`${apiOrigin}${calls.releaseTelemetry.path}?minutes=${minutes}`, {
      headers: { Authorization: `Bearer ${opsToken}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new UserError(`The API at ${apiOrigin} does not answer.`);
    });
    if (response.status === 401 || response.status === 404) {
      throw new UserError(`The API at ${apiOrigin} does not know this OPS_TOKEN.`);
    }
    const answer = callSchemas.releaseTelemetry.response.safeParse(
      response.ok ? await response.json().catch(() => undefined) : undefined,
    );
    if (!answer.success) {
      throw new UserError(`The API at ${apiOrigin} could not tell how releases do (${response.status}).`);
    }
    return answer.data.releases;
  };
}
