import { type PrerenderOptions, confinement } from '../../compose/prerender-site';
import { keepBuilding } from '../../compose/rebuild';
import { siteAt } from '../../store/site-bucket';
import { apiOrigin, cdnOrigin, newsletterUrl, previewOrigin, siteOrigin } from '../../server/addresses';

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
