import path from 'node:path';
import { dataFolder } from '../tools/locations';
import { UserError } from '../tools/user-error';
import { createOperatorsPages } from './pages/operators-pages';
import { readOpsReadToken, readOpsToken } from './pages/ops-token';
import { telemetryReader } from './watch/release-telemetry';
import { watchedReleases } from './watch/watched-releases';
import { createWatcher, startWatching } from './watch/watcher';

/** Shared by all processes with the operators' pages. */
const logOutFolder = path.join(dataFolder, 'ops-log-outs');

/**
 * Watches canaries of this machine's store.
 * @returns whether it has started: in production it needs `OPS_READ_TOKEN`.
 */
export async function startWatch(apiOrigin: string, log: (line: string) => void): Promise<boolean> {
  const readToken = await readOpsReadToken(dataFolder);
  if (readToken === undefined) return false;
  const telemetry = telemetryReader(apiOrigin, readToken);
  startWatching(createWatcher({ releases: watchedReleases(), telemetry, log }));
  return true;
}

/**
 * The operators' pages.
 * @param siteOrigin public origin of the site.
 * @returns `undefined` in production without `OPS_TOKEN`: then there are none.
 * @throws UserError when only one of the two tokens is set.
 */
export async function openOperatorsPages(apiOrigin: string, siteOrigin: string) {
  const token = await readOpsToken(dataFolder);
  if (token === undefined) return undefined;
  const readToken = await readOpsReadToken(dataFolder);
  if (readToken === undefined) {
    throw new UserError('Set OPS_READ_TOKEN as well: the operators’ pages read telemetry with it.');
  }
  const secure = siteOrigin.startsWith('https:');
  return createOperatorsPages({
    token,
    telemetry: telemetryReader(apiOrigin, readToken),
    logOutFolder,
    secure,
  });
}
