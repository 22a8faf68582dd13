import { readOpsReadToken } from '../../ops/pages/ops-token';
import { telemetryReader } from '../../ops/watch/release-telemetry';
import { observeRegistry } from '../../ops/watch/registry-metrics';
import { watchedReleases } from '../../ops/watch/watched-releases';
import { watchReleases } from '../../ops/watch/watch-releases';
import { processSecurityLog } from '../../release/security-log';
import { servedReleasesReader } from '../../store/served-releases';
import { dataFolder } from '../../tools/folders';
import { apiOrigin, siteOrigin } from '../../server/addresses';
import { UserError } from '../../tools/user-error';

/** Watches canaries and releases. @throws UserError in production without `OPS_READ_TOKEN`. */
export async function startWatch(log: (line: string) => void): Promise<void> {
  const token = await readOpsReadToken(dataFolder);
  if (token === undefined) throw new UserError('The watcher reads telemetry: set OPS_READ_TOKEN.');
  const telemetry = telemetryReader(apiOrigin(), token);
  const releases = watchedReleases(processSecurityLog());
  const readServed = servedReleasesReader(siteOrigin());
  observeRegistry({ registry: releases.registry, readServed });
  watchReleases({ releases, telemetry, readServed, log });
}
