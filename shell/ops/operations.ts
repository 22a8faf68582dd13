import path from 'node:path';
import { dataFolder } from '../tools/locations';
import { createOperatorsPages } from './pages/operators-pages';
import { telemetryReader } from './watch/release-telemetry';
import { watchedReleases } from './watch/watched-releases';
import { createWatcher, startWatching } from './watch/watcher';

/** Shared by all processes with the operators' pages. */
const logOutFolder = path.join(dataFolder, 'ops-log-outs');

export interface OperationsOptions {
  /** Opens the operators' pages. */
  readonly token: string;
  /** Reads the API's telemetry. */
  readonly readToken: string;
  readonly apiOrigin: string;
  /** Public origin of the site. */
  readonly siteOrigin: string;
  readonly log: (line: string) => void;
}

/** Starts watching canaries and creates the operators' pages. */
export function startOperations({ token, readToken, apiOrigin, siteOrigin, log }: OperationsOptions) {
  const telemetry = telemetryReader(apiOrigin, readToken);
  startWatching(createWatcher({ releases: watchedReleases(), telemetry, log }));
  return createOperatorsPages({ token, telemetry, logOutFolder, secure: siteOrigin.startsWith('https:') });
}
