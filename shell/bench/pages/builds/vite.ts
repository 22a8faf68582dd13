import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, defaultClientConditions, defaultServerConditions, type InlineConfig } from 'vite';
import { packageFolder, root } from '../../../tools/folders';
import { emptyDocument, entriesFolder, monolithEntry } from './entries';

/** What the builds of the Vite monolith share; everything not said is Vite's default. */
function common(folder: string): InlineConfig {
  const router = path.join(packageFolder('react-router'), 'dist/production');
  return {
    configFile: false,
    root: entriesFolder,
    logLevel: 'error',
    cacheDir: path.join(root, '.cache/vite'),
    publicDir: false,
    resolve: {
      conditions: ['source', ...defaultClientConditions],
      // Its export map points at its development files whatever the mode.
      alias: [
        { find: /^react-router$/, replacement: path.join(router, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: path.join(router, 'dom-export.mjs') },
      ],
    },
    oxc: {
      jsx: { runtime: 'automatic' },
      plugins: { styledComponents: { ssr: true, displayName: false, fileName: false } },
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      // Every browser of that target has it.
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
}

/** A Vite build of all pages, with one ordinary page for every address. */
export async function buildViteMonolith(folder: string, app: 'start' | 'hydrate' = 'start'): Promise<void> {
  const entry = await monolithEntry(app);
  const tag = `<script type="module" src="./${path.basename(entry)}"></script>`;
  await writeFile(path.join(entriesFolder, 'index.html'), emptyDocument(tag));
  await build(common(folder));
}

/** The same pages for Node, in one file that needs nothing beside it. */
export async function buildViteRenderer(folder: string): Promise<void> {
  const entry = await monolithEntry('render');
  const options = common(folder);
  await build({
    ...options,
    ssr: { noExternal: true, resolve: { conditions: ['source', ...defaultServerConditions] } },
    build: { ...options.build, ssr: entry, rolldownOptions: { output: { codeSplitting: false } } },
  });
}
