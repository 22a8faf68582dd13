import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { folderHandler, forwardTo, type HostedSite } from '../../release/checks/load/page-server';
import { root } from '../../tools/folders';
import { runNode, SOURCE_OPTIONS } from '../../tools/node';

/** The compared ways to build and serve the same pages, in the order of the tables. */
export const titles = {
  site: 'this site',
  naive: 'naive federation',
  vite: 'Vite monolith',
  'vite-prerendered': 'Vite, prerendered',
  static: 'static page',
} as const;

export type VariantId = keyof typeof titles;

export const variantIds: readonly VariantId[] = ['site', 'naive', 'vite', 'vite-prerendered', 'static'];

/** Variants that are built apart from this site; static pages are made of the prerendered ones. */
export const builtIds = ['naive', 'vite', 'vite-prerendered'] as const;

interface Build {
  readonly sources?: string;
  readonly builds: string;
  /** The origin of this site: prerendering calls its API, and naive federation uses its registry. */
  readonly origin: string;
}

export async function buildVariant(
  id: (typeof builtIds)[number],
  { sources = root, builds, origin }: Build,
): Promise<void> {
  const script = path.join(sources, 'shell/bench/pages/builds/main.ts');
  // The process starts in the copy, whose modules find its root from the working directory.
  await runNode(`The build of the variant ${id}`, [...SOURCE_OPTIONS, script, id, builds, origin], {
    cwd: sources,
    environment: { NODE_ENV: 'production' },
  });
}

/** Writes a brotli copy of every text, as this site's releases have. */
export async function compressTexts(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(?:html|js|mjs|css|json|svg)$/.test(name)) continue;
    const file = path.join(folder, name);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
  }
}

/** How a built variant is served. Pictures, icons and videos are those of this site. */
export function hosted(id: Exclude<VariantId, 'site'>, builds: string, origin: string): HostedSite {
  const others = forwardTo(origin);
  const serve = (folder: string, fallback?: string): HostedSite['site'] => {
    const files = folderHandler(path.join(builds, folder), fallback);
    return (request, response, next) => files(request, response, () => others(request, response, next));
  };
  switch (id) {
    case 'naive':
      return { site: serve(id, 'index.html'), cdn: folderHandler(path.join(builds, 'naive-cdn')) };
    case 'vite':
      return { site: serve(id, 'index.html') };
    case 'vite-prerendered':
      return { site: serve(id, 'app.html') };
    case 'static': {
      const shared = serve('vite-prerendered');
      const pages = folderHandler(path.join(builds, id));
      return {
        site: (request, response, next) => pages(request, response, () => shared(request, response, next)),
      };
    }
  }
}
