import { type PrerenderOptions, confinement } from '../../../platform/prerender/prerender-site';
import { keepBuilding } from '../../../platform/prerender/rebuild';
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
  log(confinement().description);
  await keepBuilding({ ...options, log });
}
