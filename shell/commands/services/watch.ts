import { readOpsReadToken } from '../../ops/pages/ops-token';
import { telemetryReader } from '../../ops/watch/release-telemetry';
import { watchedReleases } from '../../ops/watch/watched-releases';
import { createWatcher, startWatching } from '../../ops/watch/watcher';
import { processSecurityLog } from '../../release/security-log';
import { dataFolder } from '../../tools/locations';
import { UserError } from '../../tools/user-error';
import { localApi } from './api';

/**
 * Watches the canaries of this machine's store.
 * @throws UserError in production without `OPS_READ_TOKEN`.
 */
export async function startWatch(log: (line: string) => void): Promise<void> {
  const token = await readOpsReadToken(dataFolder);
  if (token === undefined) throw new UserError('The watcher reads telemetry: set OPS_READ_TOKEN.');
  const telemetry = telemetryReader(localApi(), token);
  startWatching(createWatcher({ releases: watchedReleases(processSecurityLog()), telemetry, log }));
}
