import path from 'node:path';
import {
  filesOnly,
  firstOf,
  folderOrigin,
  type Origin,
  serverOrigin,
  withFallback,
  withoutDictionaries,
} from '../../measure/network/origin';
import type { HostedSite } from '../../measure/network/page-server';
import { startSiteProcess } from '../../testing/site/site-process';
import { runNode, SOURCE_OPTIONS } from '../../tools/node';
import type { Service } from '../../tools/processes';
import { origins, ports } from './settings';
import { titles, type VariantId } from './variants';

export interface BenchFolders {
  /** The copied sources. */
  readonly sources: string;
  /** The builds of one state of the sources. */
  readonly builds: string;
  /** Database and store of this site. */
  readonly data: string;
}

/** Builds, migrates, seeds and serves this site from the copied sources, as `npm start` does. */
export async function startSite(
  { sources, data }: BenchFolders,
  log: (line: string) => void,
): Promise<Service> {
  // The commands find the project's root from the working directory.
  process.chdir(sources);
  let isStarting = true;
  const service = await startSiteProcess({
    port: ports().behind,
    dataFolder: data,
    storeFolder: path.join(data, 'store'),
    sources,
    environment: {
      SITE_ORIGIN: origins().site,
      // Pages are dictionaries for later pages, so they must be served as they were composed.
      CDN_ORIGIN: origins().cdn,
      RATE_LIMIT_FACTOR: '10000',
      LOG_LEVEL: 'warn',
    },
    onLine: (line) => isStarting && log(`  ${line}`),
  });
  isStarting = false;
  return service;
}

/** Builds the wanted variants. This site must be running: prerendering calls its API, the others use its registry. */
export async function buildVariants(
  { sources, builds }: BenchFolders,
  isWanted: (id: VariantId) => boolean,
  log: (line: string) => void,
): Promise<void> {
  for (const id of ['naive', 'webpack', 'vite', 'vite-prerendered'] as const) {
    if (!isWanted(id) && !(id === 'vite-prerendered' && isWanted('static'))) continue;
    log(`Building the ${titles[id]}…`);
    const script = path.join(sources, 'shell/bench/pages/builds/main.ts');
    // The copy's modules find the project's root from the working directory.
    await runNode(`The build of the variant ${id}`, [...SOURCE_OPTIONS, script, id, builds], {
      cwd: sources,
      environment: { NODE_ENV: 'production' },
    });
  }
}

/** How a variant is served. This site's pages come from its own server. */
export function hosted(id: VariantId, builds: string): HostedSite {
  const { behind, behindCdn } = ports();
  const site = serverOrigin(`http://localhost:${behind}`);
  const folder = (name: string) => folderOrigin(path.join(builds, name));
  // Pictures, icons and videos are the same bytes for all variants.
  const withFiles = (...own: Origin[]) => firstOf(...own, filesOnly(site));
  switch (id) {
    case 'site':
      return { site, cdn: serverOrigin(`http://localhost:${behindCdn}`) };
    case 'naive':
      return { site: withFallback(withFiles(folder(id)), '/index.html'), cdn: folder('naive-cdn') };
    case 'vite-prerendered':
      return { site: withFallback(withFiles(folder(id)), '/app.html') };
    case 'static':
      // It shares pictures and fonts with the page that it was made of.
      return { site: withFiles(folder(id), filesOnly(folder('vite-prerendered'))) };
    case 'webpack':
    case 'vite':
      return { site: withFallback(withFiles(folder(id)), '/index.html') };
  }
}

/** This site for browsers without support of compression dictionaries. */
export function hostedWithoutDictionaries(builds: string): HostedSite {
  const { site, cdn } = hosted('site', builds);
  return { site: withoutDictionaries(site), ...(cdn && { cdn: withoutDictionaries(cdn) }) };
}
