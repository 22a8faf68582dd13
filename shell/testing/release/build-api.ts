import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { PrerenderOptions } from '../../compose/prerender-site';
import type { testStore } from './test-store';

/** Starts an API for site builders of a test store. @returns it, and the options of a site builder. */
export async function startBuildApi(
  { storage, keys, folder }: Awaited<ReturnType<typeof testStore>>,
  respond: RequestListener,
) {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  const options: PrerenderOptions = {
    storage,
    keys,
    siteFolder: path.join(folder, 'site'),
    cdnOrigin: 'https://cdn.test',
    siteOrigin: 'https://academy.test',
    apiOrigin: `http://localhost:${(server.address() as AddressInfo).port}`,
  };
  return {
    server,
    options,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
