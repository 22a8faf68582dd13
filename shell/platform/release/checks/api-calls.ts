import { callContractSchema } from '@isa/api-contract/schemas';
import { z } from 'zod';
import { parseJson } from '../../formats/parse-json';
import { siteOrigin } from '../../server/addresses';
import { UserError } from '../../../packages/node/user-error';

const contractSchema = z.object({ calls: z.record(z.string(), callContractSchema) });

/** Why nothing could be compared with the deployed API, and what to do. */
export const describeMissingApi = () =>
  `no API responds at ${siteOrigin()}; start it, or set SITE_ORIGIN to the address of the site`;

const TIMEOUT_MS = 5_000;

/**
 * What the deployed API says of itself.
 * @returns `undefined` when none responds at `SITE_ORIGIN`, or an older one.
 * @throws UserError when something else responds.
 */
export async function readApiContract() {
  const address = `${siteOrigin()}/api/contract`;
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const contract = parseJson(await response.text(), contractSchema);
  if (!contract) throw new UserError(`${address} is not the contract of an API.`);
  return contract.calls;
}
