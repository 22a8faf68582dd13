import { setTimeout as delay } from 'node:timers/promises';
import type { ServedReleases } from '../../formats/site-build';
import type { ReadServedReleases } from '../../store/served-releases';

export type SiteBuildResult =
  | { readonly state: 'built'; readonly served: ServedReleases }
  | { readonly state: 'no site' }
  /** The site has an older revision after the time-out. */
  | { readonly state: 'late'; readonly served: ServedReleases };

/** Waits until the site is built from a revision of the registry, or a later one, which takes about five seconds. */
export async function awaitSiteBuild(
  revision: number,
  readServed: ReadServedReleases,
  timeoutMs = 60_000,
  intervalMs = 500,
): Promise<SiteBuildResult> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const served = await readServed();
    if (!served) return { state: 'no site' };
    if (served.revision >= revision) return { state: 'built', served };
    if (Date.now() >= end) return { state: 'late', served };
    await delay(intervalMs);
  }
}
