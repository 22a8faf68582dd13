import { createCdnServer } from '../../server/cdn-server';
import { serveCurrentComposition } from '../../server/folder-files';
import { createSiteServer } from '../../server/site-server';
import { formerShellsFolder, siteFolder } from '../../tools/locations';
import { listen } from '../../tools/processes';
import { apiOrigin, cdnOrigin, mediaOrigins, paymentOrigins, ports, siteOrigin } from '../../tools/settings';

/** Serves the store as CDN, and the composed site. Forwards calls to the API and, if `OPS_PORT` is set, `/ops`. */
export async function startSite(): Promise<void> {
  await listen(createCdnServer(), ports().cdn);
  const server = createSiteServer({
    content: serveCurrentComposition(siteFolder, formerShellsFolder),
    apiOrigin: apiOrigin(),
    ...(process.env.OPS_PORT && { opsOrigin: `http://localhost:${ports().ops}` }),
    overrides: process.env.NODE_ENV !== 'production',
    scriptOrigins: [cdnOrigin(), ...paymentOrigins()],
    mediaOrigins: mediaOrigins(),
    httpsOnly: siteOrigin().startsWith('https:'),
  });
  await listen(server, ports().site);
}
