import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { folderHandler, forwardTo, type HostedSite, startPageServer } from './page-server';
import { runNode, SOURCE_OPTIONS } from '../../../packages/node/node';
import { benchPorts } from '../shared/settings';

/** Builds all pages as one application, with a brotli copy of every text, as this site's releases have. */
export async function buildMonolith(sources: string, folder: string): Promise<void> {
  const script = path.join(sources, 'shell/tooling/bench/pages/monolith/build.ts');
  // The process starts in the sources, which may be a copy: its modules find their root from the working directory.
  await runNode('The build of the monolith', [...SOURCE_OPTIONS, script, folder], {
    cwd: sources,
    environment: { NODE_ENV: 'production' },
  });
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(?:html|js|mjs|css|json|svg)$/.test(name)) continue;
    const file = path.join(folder, name);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
  }
}

/** @param origin of this site, whose API the monolith uses. */
export function startMonolithServer(origin: string) {
  const { site: sitePort, cdn: cdnPort } = benchPorts();
  return startPageServer({ sitePort, cdnPort, api: forwardTo(origin) });
}

/** How the monolith is served. Pictures, icons and videos are those of this site. */
export function hosted(folder: string, origin: string): HostedSite {
  const files = folderHandler(folder, 'index.html');
  const others = forwardTo(origin);
  return {
    site: (request, response, next) => files(request, response, () => others(request, response, next)),
  };
}
