import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { root } from '../../packages/node/folders';
import { developmentConfiguration } from '../../packages/kit/webpack/development-configuration';
import { galleryPort, storyFiles } from './story-files';

const PAGE =
  '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Gallery</title><script defer src="/main.js"></script></head><body><div id="root"></div></body></html>';

/** Writes the module that imports all stories. @returns its path. */
async function writeIndex(): Promise<string> {
  const imports = [...storyFiles()].map(
    ([feature, file]) => `  ${JSON.stringify(feature)}: () => import(${JSON.stringify(file)}),`,
  );
  const index = path.join(root, '.cache/gallery/stories.js');
  await mkdir(path.dirname(index), { recursive: true });
  await writeFile(index, `export const features = {\n${imports.join('\n')}\n};\n`);
  return index;
}

/**
 * Serves the gallery from the sources; a new file of stories needs a restart.
 * @param pictures the site's static files.
 * @throws Error when it does not build.
 */
export async function startGallery(pictures: string): Promise<void> {
  const base = developmentConfiguration({
    app: 'shell',
    mode: 'development',
    version: 'gallery',
    outputFolder: '/gallery',
    publicPath: '/',
    standalone: true,
  });
  const options: Configuration = {
    ...base,
    name: 'gallery',
    entry: { main: path.join(root, 'shell/tooling/gallery/main.tsx') },
    resolve: { ...base.resolve, alias: { 'gallery-stories$': await writeIndex() } },
    cache: { type: 'filesystem', cacheDirectory: path.join(root, '.cache/webpack'), name: 'gallery' },
  };
  const compiler = webpack(options);
  const server = new WebpackDevServer(
    {
      port: galleryPort(),
      host: 'localhost',
      hot: true,
      liveReload: false,
      static: { directory: pictures, watch: false },
      historyApiFallback: false,
      client: { overlay: false, logging: 'warn' },
      setupMiddlewares: (middlewares, { app }) => {
        app?.get('/', (_request, response) => void response.type('html').send(PAGE));
        return middlewares;
      },
    },
    compiler,
  );
  const built = new Promise<void>((resolve, reject) => {
    compiler.hooks.done.tap('gallery', (stats) => {
      if (stats.hasErrors()) reject(new Error(stats.toString({ preset: 'errors-only', colors: false })));
      else resolve();
    });
  });
  await Promise.all([server.start(), built]);
}
