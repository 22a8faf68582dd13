import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { serve } from '../../../../api/testing/test-server';
import type { PrerenderOptions } from '../../../platform/prerender/prerender-site';
import { siteFolderAt } from '../../../platform/store/site-folder';
import type { TestStore } from './jest-store';

/** Starts an API for site builders of a test store. @returns it, and the options of a site builder. */
export async function startBuildApi({ storage, keys, folder }: TestStore, respond: RequestListener) {
  const server = createServer(respond);
  const options: PrerenderOptions = {
    storage,
    keys,
    site: siteFolderAt(path.join(folder, 'site')),
    siteFolder: path.join(folder, 'site'),
    cdnOrigin: 'https://cdn.test',
    siteOrigin: 'https://academy.test',
    apiOrigin: (await serve(server)).origin,
  };
  return { server, options };
}
