import { telemetryReader } from '../../../platform/ops/watch/release-telemetry';
import { observeRegistry } from '../../../platform/ops/watch/registry-metrics';
import { watchedReleases } from '../../../platform/ops/watch/watched-releases';
import { watchReleases } from '../../../platform/ops/watch/watch-releases';
import { siteOptions } from '../../../platform/release/site-options';
import { processSecurityLog } from '../../../platform/release/security-log';
import { localKeys, REGISTRY_OWNER } from '../../../platform/store/keys/local-keys';
import { servedRevisionReader } from '../../../platform/store/served-revision';
import { certificateEnds } from '../../../platform/hosting/checks';
import {
  apiOrigin,
  cdnOrigin,
  officeOrigin,
  opsOrigin,
  previewOrigin,
  siteOrigin,
} from '../../../platform/server/addresses';

/** Watches canaries. */
export async function startWatch(log: (line: string) => void): Promise<void> {
  const readKey = () => localKeys.privateKey(REGISTRY_OWNER);
  const telemetry = telemetryReader(apiOrigin(), readKey);
  const releases = watchedReleases(processSecurityLog(), siteOptions());
  const readServed = servedRevisionReader(siteOrigin());
  const origins = [siteOrigin(), cdnOrigin(), opsOrigin(), officeOrigin(), previewOrigin()];
  const certificates = () => certificateEnds(origins);
  observeRegistry({ ...releases, readServed, telemetry, certificates });
  watchReleases({ releases, telemetry, log });
}
