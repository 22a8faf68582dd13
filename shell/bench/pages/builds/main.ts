import os from 'node:os';
import { prerenderPages } from './prerender';
import { buildViteMonolith, buildViteRenderer } from './vite';
import { buildNaive, buildWebpackMonolith } from './webpack';

/** One build in a process of its own: `main.ts <what> <folder> …`. */
async function main([what = '', folder = '', ...more]: readonly string[]): Promise<void> {
  os.setPriority(10);
  switch (what) {
    case 'naive': {
      const [cdnFolder = '', cdnOrigin = ''] = more;
      return buildNaive(folder, cdnFolder, cdnOrigin);
    }
    case 'webpack':
      return buildWebpackMonolith(folder);
    case 'vite':
      return buildViteMonolith(folder);
    case 'vite-prerendered': {
      const [renderer = '', apiPort, origin = '', ...paths] = more;
      await buildViteRenderer(renderer);
      await buildViteMonolith(folder, 'hydrate');
      return prerenderPages(renderer, folder, Number(apiPort), origin, paths);
    }
    default:
      throw new Error(`There is no build "${what}".`);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
