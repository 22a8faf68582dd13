import { setTimeout as delay } from 'node:timers/promises';
import type { ServedReleases } from '../../formats/composition';
import type { ReadServedReleases } from '../../store/served-releases';

export interface AwaitOptions {
  readonly readServed: ReadServedReleases;
  /** In milliseconds. A composition takes about five seconds. */
  readonly timeout?: number;
  /** Between requests, in milliseconds. */
  readonly interval?: number;
}

/** Whether visitors get a revision of the registry. */
export type CompositionResult =
  | { readonly state: 'composed'; readonly served: ServedReleases }
  /** No composed site responds. */
  | { readonly state: 'no site' }
  /** The site has an older revision after the time-out. */
  | { readonly state: 'late'; readonly served: ServedReleases };

const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 500;

/** Waits until the site is composed from a revision of the registry, or a later one. */
export async function awaitComposition(
  revision: number,
  { readServed, timeout = TIMEOUT_MS, interval = INTERVAL_MS }: AwaitOptions,
): Promise<CompositionResult> {
  const end = Date.now() + timeout;
  for (;;) {
    const served = await readServed();
    if (!served) return { state: 'no site' };
    if (served.revision >= revision) return { state: 'composed', served };
    if (Date.now() >= end) return { state: 'late', served };
    await delay(interval);
  }
}
