import { SERVED_RELEASES_FILE, type ServedReleases, servedReleasesSchema } from '../formats/site-build';
import { parseJson } from '../formats/parse-json';

/** Reads what visitors get. @returns `undefined` when no built site responds. */
export type ReadServedReleases = () => Promise<ServedReleases | undefined>;

const TIMEOUT_MS = 5_000;

/** Asks the site itself: site builder, site server and operators may be on different machines. */
export function servedReleasesReader(siteOrigin: string): ReadServedReleases {
  return async () => {
    try {
      const response = await fetch(`${siteOrigin}/${SERVED_RELEASES_FILE}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return response.ok ? parseJson(await response.text(), servedReleasesSchema) : undefined;
    } catch {
      return undefined;
    }
  };
}
