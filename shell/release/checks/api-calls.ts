import { z } from 'zod';
import { callContractSchema } from '../../formats/release-schema';
import type { Release } from '../../formats/release';
import { siteOrigin } from '../../server/addresses';
import { incompatibility } from './call-compatibility';

/** The response of `/api/contract`. */
const contractSchema = z.object({ calls: z.record(z.string(), callContractSchema) });

const TIMEOUT_MS = 5_000;

/** What the deployed API says of itself. @returns `undefined` when none responds at `SITE_ORIGIN`. */
export async function readApiContract() {
  const response = await fetch(`${siteOrigin()}/api/contract`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  if (!response?.ok) return undefined;
  return contractSchema.parse(await response.json()).calls;
}

/** The calls of a release that an API does not serve, each without a full stop. */
export function unservedCalls(
  { name: app, version, calls = {} }: Release,
  offered: z.infer<typeof contractSchema>['calls'],
): readonly string[] {
  return Object.entries(calls).flatMap(([name, call]) => {
    const reason = incompatibility(call, Object.hasOwn(offered, name) ? offered[name] : undefined);
    return reason === undefined ? [] : [`${app}@${version} uses the call ${name}: ${reason}`];
  });
}
