import { REGISTRY_FILE } from '../formats/registry';
import { parseJson } from '../formats/parse-json';
import { signedRegistrySchema } from '../formats/registry-schema';

/** Reads the revision of the registry that visitors get. @returns `undefined` when no built site responds. */
export type ReadServedRevision = () => Promise<number | undefined>;

const TIMEOUT_MS = 5_000;

/** Asks the site itself, which may be on another machine. */
export function servedRevisionReader(siteOrigin: string): ReadServedRevision {
  return async () => {
    try {
      const response = await fetch(`${siteOrigin}/${REGISTRY_FILE}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) return undefined;
      return parseJson(await response.text(), signedRegistrySchema)?.registry.revision;
    } catch {
      return undefined;
    }
  };
}
