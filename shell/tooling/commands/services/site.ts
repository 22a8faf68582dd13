import { createCdnServer } from '../../../platform/server/cdn-server';
import { serveCurrentSiteBuild } from '../../../platform/server/folder-files';
import { createSiteServer } from '../../../platform/server/site-server';
import { previousShellsFolder, siteFolder } from '../../../platform/store/locations';
import { serve } from '../../../packages/node/processes';
import {
  apiOrigin,
  cdnOrigin,
  contentOrigins,
  officeOrigin,
  opsOrigin,
  ports,
  previewOrigin,
  siteOrigin,
} from '../../../platform/server/addresses';

/**
 * Serves the store as CDN, and the site. Forwards calls to the API and requests for the origins of operators
 * and staff, if `OPS_PORT` or `OFFICE_PORT` is set.
 */
export async function startSite(): Promise<void> {
  await serve(createCdnServer(), ports().cdn);
  const server = createSiteServer({
    content: serveCurrentSiteBuild(siteFolder, previousShellsFolder),
    apiOrigin: apiOrigin(),
    ...(process.env.OPS_PORT && {
      ops: { origin: opsOrigin(), address: `http://localhost:${ports().ops}` },
    }),
    ...(process.env.OFFICE_PORT && {
      office: { origin: officeOrigin(), address: `http://localhost:${ports().office}` },
    }),
    previewOrigin: previewOrigin(),
    ownOrigins: [siteOrigin(), opsOrigin(), officeOrigin(), previewOrigin()],
    scriptOrigins: [cdnOrigin()],
    ...contentOrigins(),
    httpsOnly: siteOrigin().startsWith('https:'),
  });
  await serve(server, ports().site);
}
