import { createOperatorsPages } from './pages/operators-pages';
import { telemetryReader } from './watch/release-telemetry';
import { watchedReleases } from './watch/watched-releases';
import { createWatcher, startWatching } from './watch/watcher';

export interface OperationsOptions {
  /** The operators' token. */
  readonly token: string;
  readonly apiOrigin: string;
  /** Public origin of the site. */
  readonly siteOrigin: string;
  readonly log: (line: string) => void;
}

/** Starts watching canaries and creates the operators' pages. */
export function startOperations({ token, apiOrigin, siteOrigin, log }: OperationsOptions) {
  const telemetry = telemetryReader(apiOrigin, token);
  startWatching(createWatcher({ releases: watchedReleases(), telemetry, log }));
  return createOperatorsPages({ token, telemetry, secure: siteOrigin.startsWith('https:') });
}
