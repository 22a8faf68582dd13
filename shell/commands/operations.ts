import { createOperatorsPages, type OperatorsPages } from '../release/ops/operators-pages';
import { ownReleases } from '../release/watch/own-releases';
import { telemetryOf } from '../release/watch/release-telemetry';
import { createWatcher, keepWatching, LOOK_EVERY } from '../release/watch/watcher';

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
  });
}
