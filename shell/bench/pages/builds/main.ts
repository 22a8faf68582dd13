import os from 'node:os';
import path from 'node:path';
import { buildNaive } from './naive';
import { prerenderPages } from './prerender';
import { buildViteMonolith, buildViteRenderer } from './vite';

/** Builds one variant. The arguments are `main.ts <variant> <folder of all builds> <origin of this site>`. */
async function build([variant = '', builds = '', origin = '']: readonly string[]): Promise<void> {
  os.setPriority(10);
  const folder = path.join(builds, variant);
  switch (variant) {
    case 'naive':
      return buildNaive(folder, path.join(builds, 'naive-cdn'), origin);
    case 'vite':
      return buildViteMonolith(folder);
    case 'vite-prerendered': {
      const renderer = path.join(builds, 'renderer');
      await buildViteRenderer(renderer);
      await buildViteMonolith(folder);
      return prerenderPages({ renderer, folder, staticFolder: path.join(builds, 'static'), api: origin });
    }
    default:
      throw new Error(`There is no variant "${variant}".`);
  }
}

build(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
