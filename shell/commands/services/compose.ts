import {
  type PrerenderOptions,
  prerenderSite,
  confinement,
  describeSiteBuild,
} from '../../compose/prerender-site';
import { recordSiteBuild, startRebuilding } from '../../compose/rebuild';
import { siteAt } from '../../store/site-bucket';
import { waitUntilReady } from '../../tools/processes';
import { apiOrigin, cdnOrigin, newsletterUrl, previewOrigin, siteOrigin } from '../../server/addresses';

/** Builds the site once, as soon as the API responds, then whenever registry or catalogue change. */
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
  await waitUntilReady(`${apiOrigin()}/api/health/ready`, { name: 'The API' });
  const first = await prerenderSite(options);
  recordSiteBuild(first);
  log(`Built: ${describeSiteBuild(first)}`);
  startRebuilding({ ...options, log });
}
