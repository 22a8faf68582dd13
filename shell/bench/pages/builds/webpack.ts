import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type Configuration, type WebpackPluginInstance } from 'webpack';
import { configuration } from '../../../webpack/configuration';
import { remoteNames } from '../../../tools/folders';
import { sharedPackages } from '../../../webpack/shared-packages';
import { describeRemote } from './describe';
import { emptyDocument, monolithEntry, naiveEntry } from './entries';

/** The house's own loaders, targets and minifier; another entry and other plugins. */
function compared(
  part: string,
  outputFolder: string,
  publicPath: string,
  entry: Configuration['entry'],
  plugins: WebpackPluginInstance[],
): Configuration {
  const own = configuration({ part, mode: 'production', version: 'bench', outputFolder, publicPath });
  return { ...own, entry: entry ?? {}, plugins, devtool: false };
}

/** One webpack build of all pages, routes split by their dynamic imports. */
export async function buildWebpackMonolith(folder: string): Promise<void> {
  const files = await run(compared('shell', folder, '/', { main: await monolithEntry('start') }, []), 'main');
  await writePage(folder, files);
}

/** A shell and its remotes by `ModuleFederationPlugin` as it comes: fallback copies, manifests, no hashes in pages. */
export async function buildNaive(siteFolder: string, cdnFolder: string, cdnOrigin: string): Promise<void> {
  const shared = Object.fromEntries(
    sharedPackages(false).map(({ request, range }) => [request, { singleton: true, requiredVersion: range }]),
  );
  const shell = compared('shell', siteFolder, '/', { main: await naiveEntry() }, [
    new ModuleFederationPlugin({ name: 'shell', remotes: {}, shared, dts: false }),
  ]);
  await writePage(siteFolder, await run(shell, 'main'));
  const remotes = [];
  for (const name of remoteNames()) {
    const base = `/${name}/1.0.0/`;
    const remote = compared(name, path.join(cdnFolder, base), 'auto', {}, [
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.js',
        exposes: { './remote': './src/remote.tsx' },
        shared,
        dts: false,
        manifest: true,
      }),
    ]);
    await run(remote, name);
    remotes.push({ name, manifest: `${cdnOrigin}${base}mf-manifest.json`, ...(await describeRemote(name)) });
  }
  await writeFile(path.join(siteFolder, 'registry.json'), JSON.stringify({ remotes }));
}

/** @returns the entry's scripts, in their order. */
function run(options: Configuration, entrypoint: string): Promise<readonly string[]> {
  const compiler = webpack(options);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(error);
        if (!stats || stats.hasErrors()) {
          return reject(new Error(stats?.toString({ preset: 'errors-only', colors: false }) ?? 'No result.'));
        }
        const files = stats.compilation.entrypoints.get(entrypoint)?.getFiles() ?? [];
        resolve(files.filter((file) => file.endsWith('.js')));
      });
    });
  });
}

async function writePage(folder: string, scripts: readonly string[]): Promise<void> {
  const tags = scripts.map((script) => `<script defer src="/${script}"></script>`).join('\n');
  await writeFile(path.join(folder, 'index.html'), emptyDocument(tags));
}
