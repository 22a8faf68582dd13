import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, defaultClientConditions, defaultServerConditions, type InlineConfig } from 'vite';
import { packageFolder, root } from '../../../tools/folders';
import { emptyDocument, entriesFolder, monolithEntry } from './entries';

/** The configuration of both Vite builds; everything else is Vite's default. */
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
      // The alias is needed, because the package's export map resolves to the development files in every mode.
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
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
}

export async function buildViteMonolith(folder: string): Promise<void> {
  const entry = await monolithEntry('start');
  const tag = `<script type="module" src="./${path.basename(entry)}"></script>`;
  await writeFile(path.join(entriesFolder, 'index.html'), emptyDocument(tag));
  await build(common(folder));
}

export async function buildViteRenderer(folder: string): Promise<void> {
  const entry = await monolithEntry('render');
  const options = common(folder);
  await build({
    ...options,
    ssr: { noExternal: true, resolve: { conditions: ['source', ...defaultServerConditions] } },
    build: { ...options.build, ssr: entry, rolldownOptions: { output: { codeSplitting: false } } },
  });
}
