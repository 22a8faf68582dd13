import { createOperatorsPages, type OperatorsPages } from './pages/operators-pages';
import { ownReleases } from './watch/own-releases';
import { telemetryOf } from './watch/release-telemetry';
import { createWatcher, keepWatching, LOOK_EVERY } from './watch/watcher';

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
