import path from 'node:path';
import { type ComposeOptions, composeSite, confinement, describeComposition } from '../compose/compose-site';
import { startRecomposing } from '../compose/recompose';
import { createCdnServer } from '../server/cdn-server';
import { serveCurrentComposition } from '../server/serve-composition';
import { createSiteServer, type SiteOptions } from '../server/site-server';
import { root } from '../tools/folders';
import { siteFolder } from '../tools/locations';
import { listen } from '../tools/processes';
import { cdnOrigin, paymentOrigins, ports, siteOrigin } from '../tools/settings';

/** The compiled script of the API or of the payment sandbox. @param script below `api`. */
export function apiScript(script: string, ...args: readonly string[]): string[] {
  return [path.join(root, 'api/dist', script), ...args];
}

/** The API of this machine. */
export function localApi(): string {
  return `http://localhost:${ports().api}`;
}

/** Composes the site once, then whenever registry or catalogue change. */
export async function startCompose(log: (line: string) => void): Promise<void> {
  const options: ComposeOptions = {
    siteFolder,
    cdnOrigin: cdnOrigin(),
    apiOrigin: localApi(),
    siteOrigin: siteOrigin(),
  };
  log(`Releases’ code is confined by ${confinement().description}.`);
  log(`Composed: ${describeComposition(await composeSite(options))}`);
  startRecomposing({ ...options, log });
}

/** Serves the store as CDN. */
export async function startCdn(): Promise<void> {
  await listen(createCdnServer(), ports().cdn);
}

/** Serves the composed site and forwards calls to the API. */
export async function startSite(handleOps?: SiteOptions['handleOps']): Promise<void> {
  const server = createSiteServer({
    content: serveCurrentComposition(siteFolder),
    apiOrigin: localApi(),
    overrides: process.env.NODE_ENV !== 'production',
    scriptOrigins: [cdnOrigin(), ...paymentOrigins()],
    httpsOnly: siteOrigin().startsWith('https:'),
    ...(handleOps && { handleOps }),
  });
  await listen(server, ports().site);
}
