import { readOpsReadToken } from '../../../platform/ops/pages/ops-token';
import { telemetryReader } from '../../../platform/ops/watch/release-telemetry';
import { observeRegistry } from '../../../platform/ops/watch/registry-metrics';
import { watchedReleases } from '../../../platform/ops/watch/watched-releases';
import { watchReleases } from '../../../platform/ops/watch/watch-releases';
import { siteOptions } from '../../../platform/release/site-options';
import { processSecurityLog } from '../../../platform/release/security-log';
import { servedRevisionReader } from '../../../platform/store/served-revision';
import { dataFolder } from '../../../packages/node/folders';
import { certificateEnds } from '../../../platform/hosting/checks';
import {
  apiOrigin,
  cdnOrigin,
  officeOrigin,
  opsOrigin,
  previewOrigin,
  siteOrigin,
} from '../../../platform/server/addresses';
import { UserError } from '../../../packages/node/user-error';

/** Watches canaries. @throws UserError in production without `OPS_READ_TOKEN`. */
export async function startWatch(log: (line: string) => void): Promise<void> {
  const token = await readOpsReadToken(dataFolder);
  if (token === undefined) throw new UserError('The watcher reads telemetry: set OPS_READ_TOKEN.');
  const telemetry = telemetryReader(apiOrigin(), token);
  const releases = watchedReleases(processSecurityLog(), siteOptions());
  const readServed = servedRevisionReader(siteOrigin());
  const origins = [siteOrigin(), cdnOrigin(), opsOrigin(), officeOrigin(), previewOrigin()];
  const certificates = () => certificateEnds(origins);
  observeRegistry({ ...releases, readServed, telemetry, certificates });
  watchReleases({ releases, telemetry, log });
}
