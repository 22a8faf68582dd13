import { setTimeout as delay } from 'node:timers/promises';
import type { ServedReleases } from '../../formats/site-build';
import type { ReadServedReleases } from '../../store/served-releases';

export interface AwaitOptions {
  readonly readServed: ReadServedReleases;
  /** The longest wait in milliseconds; a site build takes about five seconds. */
  readonly timeout?: number;
  /** The time between two requests in milliseconds. */
  readonly interval?: number;
}

export type SiteBuildResult =
  | { readonly state: 'built'; readonly served: ServedReleases }
  | { readonly state: 'no site' }
  /** The site has an older revision after the time-out. */
  | { readonly state: 'late'; readonly served: ServedReleases };

const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 500;

/** Waits until the site is built from a revision of the registry, or a later one. */
export async function awaitSiteBuild(
  revision: number,
  { readServed, timeout = TIMEOUT_MS, interval = INTERVAL_MS }: AwaitOptions,
): Promise<SiteBuildResult> {
  const end = Date.now() + timeout;
  for (;;) {
    const served = await readServed();
    if (!served) return { state: 'no site' };
    if (served.revision >= revision) return { state: 'built', served };
    if (Date.now() >= end) return { state: 'late', served };
    await delay(interval);
  }
}
