import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { runBuild } from './builds/run-build';
import { addPreloads } from './builds/preloads';
import { withoutScripts } from './builds/prerender';
import {
  filesOnly,
  folderOrigin,
  layered,
  type Origin,
  serverOrigin,
  withFallback,
} from '../../measure/network/origin';
import type { Hosted, PageServer } from '../../measure/network/page-server';
import { routes } from '../../measure/routes';
import { ports } from '../../measure/settings';
import { titles, type VariantId } from './variants';

/** Where the sources were copied to, and where the builds of one state of them go. */
export interface BenchFolders {
  readonly sources: string;
  readonly builds: string;
}

const publicPaths = routes.filter(({ isPublic }) => isPublic).map((route) => route.path);

/** Public addresses of the bench's two origins. */
export function origins() {
  const { site, cdn } = ports();
  return { site: `https://localhost:${site}`, cdn: `https://localhost:${cdn}` };
}

/** Builds the variants that are wanted, apart from the site itself, which must be running: it has the API. */
export async function buildVariants(
  folders: BenchFolders,
  wanted: (id: VariantId) => boolean,
  tell: (line: string) => void,
): Promise<void> {
  const { api } = ports();
  const { site, cdn } = origins();
  const begin = async (id: VariantId, ...more: string[]) => {
    tell(`Building the ${titles[id]}…`);
    await runBuild(folders, id, ...more);
  };
  if (wanted('naive')) await begin('naive', path.join(folders.builds, 'naive-cdn'), cdn);
  if (wanted('webpack')) await begin('webpack');
  if (wanted('vite')) await begin('vite');
  if (wanted('vite-prerendered') || wanted('static')) {
    const renderer = path.join(folders.builds, 'renderer');
    await begin('vite-prerendered', renderer, String(api), site, ...publicPaths);
  }
}

/** Completes what needs a browser and a server: the prerendered pages' preloads, and the static pages. */
export async function finishPrerendered(
  { builds }: BenchFolders,
  server: PageServer,
  browser: Browser,
): Promise<void> {
  const prerendered = path.join(builds, 'vite-prerendered');
  const folder = path.join(builds, 'static');
  await rm(folder, { recursive: true, force: true });
  for (const pathname of publicPaths) {
    const html = await readFile(path.join(prerendered, pathname, 'index.html'), 'utf8');
    const file = path.join(folder, pathname, 'index.html');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, withoutScripts(html));
  }
  server.host(hosted('vite-prerendered', builds));
  server.newLine(undefined);
  await addPreloads(browser, origins().site, prerendered, publicPaths);
}

/** How a variant is served. The site's own pages come from its own server, whatever that makes them of. */
export function hosted(id: VariantId, builds: string): Hosted {
  const { behind, behindCdn } = ports();
  const { cdn } = origins();
  const localSite = `http://localhost:${behind}`;
  const localCdn = `http://localhost:${behindCdn}`;
  const site = serverOrigin(localSite, { [localCdn]: cdn });
  const folder = (name: string) => folderOrigin(path.join(builds, name));
  // Pictures, icons and films are the same bytes for all.
  const withFiles = (...own: Origin[]) => layered(...own, filesOnly(site));
  switch (id) {
    case 'site':
      return { site, cdn: serverOrigin(localCdn) };
    case 'naive':
      return { site: withFallback(withFiles(folder('naive')), '/index.html'), cdn: folder('naive-cdn') };
    case 'vite-prerendered':
      return { site: withFallback(withFiles(folder('vite-prerendered')), '/app.html') };
    case 'static':
      // Its pictures and fonts are those of the page that it was made of.
      return { site: withFiles(folder('static'), filesOnly(folder('vite-prerendered'))) };
    case 'webpack':
    case 'vite':
      return { site: withFallback(withFiles(folder(id)), '/index.html') };
  }
}
