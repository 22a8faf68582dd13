import type { PrerenderOptions } from '../../../platform/prerender/prerender-site';
import { keepBuilding } from '../../../platform/prerender/rebuild';
import { isUnsandboxed, requireSandbox } from '../../../packages/node/sandbox';
import { siteAt } from '../../../platform/store/site-bucket';
import {
  apiOrigin,
  cdnOrigin,
  newsletterUrl,
  previewOrigin,
  siteOrigin,
} from '../../../platform/server/addresses';

export async function startCompose(log: (line: string) => void): Promise<void> {
  const options: PrerenderOptions = {
    ...siteAt(),
    cdnOrigin: cdnOrigin(),
    apiOrigin: apiOrigin(),
    siteOrigin: siteOrigin(),
    previewOrigin: previewOrigin(),
    newsletterUrl: newsletterUrl(),
    fallBack: true,
  };
  requireSandbox();
  log(`The code of releases runs ${isUnsandboxed() ? 'without' : 'in'} a sandbox.`);
  await keepBuilding({ ...options, log });
}
