import { apiOrigin, cdnOrigin, newsletterUrl, previewOrigin, siteOrigin } from '../server/addresses';
import { siteAt } from '../store/site-bucket';
import type { SiteOptions } from '../prerender/build-site';

/** The site of this machine's settings. @throws UserError when one is invalid. */
export function siteOptions() {
  const options = {
    ...siteAt(),
    cdnOrigin: cdnOrigin(),
    apiOrigin: apiOrigin(),
    siteOrigin: siteOrigin(),
    previewOrigin: previewOrigin(),
    newsletterUrl: newsletterUrl(),
  };
  return options satisfies SiteOptions;
}
