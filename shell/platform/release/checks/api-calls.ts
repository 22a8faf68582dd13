import { callContractSchema } from '@isa/api-contract/schemas';
import { z } from 'zod';
import { parseJson } from '../../formats/parse-json';
import { namedSite, NO_SITE_NAMED } from '../../server/addresses';
import { readHead } from '../../store/registry-history';
import type { StoreAccess } from '../../store/releases';
import { servedRevisionReader } from '../../store/served-revision';
import { UserError } from '../../../packages/node/user-error';

const contractSchema = z.object({ calls: z.record(z.string(), callContractSchema) });

/** Why nothing could be compared with the deployed site, and what to do. */
export const describeMissing = (what: string, origin: string) =>
  `no ${what} responds at ${origin}; start it, or set SITE_ORIGIN to the address of the site`;

type ComparedSite =
  | { readonly origin: string; readonly notRun?: undefined }
  | { readonly origin?: undefined; readonly notRun: string };

/**
 * Finds the site with which a release is compared. Once one was built from the store, its signed registry tells it from
 * another one that answers at the same address.
 * @returns its origin, or why there is none.
 */
export async function comparedSite({ storage, keys }: Required<StoreAccess>): Promise<ComparedSite> {
  const origin = namedSite();
  if (origin === undefined) return { notRun: NO_SITE_NAMED };
  const head = await readHead(storage, keys);
  const isOurs = !head?.entry.hasSite || (await servedRevisionReader(origin, keys)()) !== undefined;
  return isOurs ? { origin } : { notRun: describeMissing('site that is built from this store', origin) };
}

const TIMEOUT_MS = 5_000;

/**
 * What the API of a site says of itself.
 * @returns `undefined` when none responds, or an older one.
 * @throws UserError when something else responds.
 */
export async function readApiContract(origin: string) {
  const address = `${origin}/api/contract`;
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const contract = parseJson(await response.text(), contractSchema);
  if (!contract) throw new UserError(`${address} is not the contract of an API.`);
  return contract.calls;
}
