import { callContractSchema, describeCalls, unservedCalls } from '@isa/api-contract/schemas';
import { z } from 'zod';
import { ConfigurationError } from '../platform/env';

/** `calls.json` of the site: the calls of each release in service, by `app@version`. */
const callsFile = z.record(z.string(), z.record(z.string(), callContractSchema));

const TIMEOUT_MS = 5_000;

/**
 * Compares this API with the live, previous and canary releases.
 * @returns what it lacks; `undefined` when no site responds, so that nobody has a page.
 * @throws ConfigurationError when the response is not a list of calls.
 */
export async function unservedReleases(
  siteOrigin: string,
  offered = describeCalls(),
): Promise<readonly string[] | undefined> {
  const address = `${siteOrigin}/calls.json`;
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  // A site that was prerendered by an earlier version has no such file.
  if (!response || response.status === 404) return undefined;
  const file = callsFile.safeParse(response.ok && (await response.json().catch(() => undefined)));
  if (!file.success) throw new ConfigurationError(`${address} is not the list of calls of a site.`);
  return Object.entries(file.data).flatMap(([release, calls]) => unservedCalls(release, calls, offered));
}
