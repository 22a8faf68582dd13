import { createOperatorsPages, type OperatorsPages } from '../release/ops/operators-pages';
import { ownReleases } from '../release/watch/own-releases';
import { telemetryOf } from '../release/watch/release-telemetry';
import { createWatcher, keepWatching } from '../release/watch/watcher';

/** How often canaries are looked at, in milliseconds. */
const LOOK_EVERY = 5_000;

export interface Operations {
  /** The operators' token. */
  readonly token: string;
  readonly apiOrigin: string;
  /** Scheme and host under which the site is known. */
  readonly siteOrigin: string;
  readonly tell: (line: string) => void;
}

/** Watches canaries from now on, and makes the operators' pages. */
export function startOperations({ token, apiOrigin, siteOrigin, tell }: Operations): OperatorsPages {
  const telemetry = telemetryOf(apiOrigin, token);
  keepWatching(createWatcher({ releases: ownReleases(), telemetry, tell }), LOOK_EVERY);
  return createOperatorsPages({
    token,
    telemetry,
    secure: siteOrigin.startsWith('https:'),
    // The API counts this process among its proxies.
    proxies: Math.max(0, Number(process.env.TRUST_PROXY ?? 1) - 1),
  });
}
