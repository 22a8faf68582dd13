import os from 'node:os';
import path from 'node:path';
import { prerenderPages } from './prerender';
import { buildViteMonolith, buildViteRenderer } from './vite';
import { buildNaive, buildWebpackMonolith } from './webpack';

/** Builds one variant: `main.ts <variant> <folder of all builds>`. */
async function build([variant = '', builds = '']: readonly string[]): Promise<void> {
  os.setPriority(10);
  const folder = path.join(builds, variant);
  switch (variant) {
    case 'naive':
      return buildNaive(folder, path.join(builds, 'naive-cdn'));
    case 'webpack':
      return buildWebpackMonolith(folder);
    case 'vite':
      return buildViteMonolith(folder);
    case 'vite-prerendered': {
      const renderer = path.join(builds, 'renderer');
      await buildViteRenderer(renderer);
      await buildViteMonolith(folder, 'hydrate');
      return prerenderPages(renderer, folder, path.join(builds, 'static'));
    }
    default:
      throw new Error(`There is no variant "${variant}".`);
  }
}

build(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
