import { REGISTRY_FILE } from '../formats/registry';
import { parseJson } from '../formats/parse-json';
import { signedRegistrySchema } from '../formats/registry-schema';
import { type Keys, localKeys } from './keys/local-keys';
import { isTrusted } from './registry-history';

/** Reads the revision of the registry that visitors get. @returns `undefined` when no site of this store responds. */
export type ReadServedRevision = () => Promise<number | undefined>;

const TIMEOUT_MS = 5_000;

/** Asks the site itself, which may be on another machine. Another academy’s site, at a wrong address, has other keys. */
export function servedRevisionReader(siteOrigin: string, keys: Keys = localKeys): ReadServedRevision {
  return async () => {
    try {
      const response = await fetch(`${siteOrigin}/${REGISTRY_FILE}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return response.ok ? await signedRevision(await response.text(), keys) : undefined;
    } catch {
      return undefined;
    }
  };
}

/** @returns the revision of a registry, or `undefined` unless the operators have signed it. */
export async function signedRevision(text: string, keys: Keys): Promise<number | undefined> {
  const served = parseJson(text, signedRegistrySchema);
  const isOurs = served && isTrusted(served.registry, served, await keys.trust());
  return isOurs ? served.registry.revision : undefined;
}
