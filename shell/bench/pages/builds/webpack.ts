import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration, WebpackPluginInstance } from 'webpack';
import { compile } from '../../../webpack/compile';
import { configuration } from '../../../webpack/configuration';
import { signedRegistrySchema } from '../../../formats/registry-schema';
import { sharedPackages } from '../../../webpack/shared-packages';
import { origins, ports } from '../settings';
import { emptyDocument, monolithEntry, naiveEntry } from './entries';

/** The site's loaders, targets and minifier with another entry and other plugins. */
function variantOf(
  app: string,
  outputFolder: string,
  publicPath: string,
  entry: Configuration['entry'],
  plugins: WebpackPluginInstance[],
): Configuration {
  const shared = configuration({ app, mode: 'production', version: 'bench', outputFolder, publicPath });
  return { ...shared, entry: entry ?? {}, plugins, devtool: false };
}

/** One webpack build of all pages, routes split by their dynamic imports. */
export async function buildWebpackMonolith(folder: string): Promise<void> {
  const files = await build(
    variantOf('shell', folder, '/', { main: await monolithEntry('start') }, []),
    'main',
  );
  await writePage(folder, files);
}

/** A shell and its remotes with the defaults of `ModuleFederationPlugin`: fallback copies, manifests, no hashes in pages. */
export async function buildNaive(siteFolder: string, cdnFolder: string): Promise<void> {
  const shared = Object.fromEntries(
    sharedPackages(false).map(({ request, range }) => [request, { singleton: true, requiredVersion: range }]),
  );
  const shell = variantOf('shell', siteFolder, '/', { main: await naiveEntry() }, [
    new ModuleFederationPlugin({ name: 'shell', remotes: {}, shared, dts: false }),
  ]);
  await writePage(siteFolder, await build(shell, 'main'));
  const registry = await siteRegistry();
  const remotes = [];
  for (const { name, live } of registry.remotes) {
    const base = `/${name}/1.0.0/`;
    const remote = variantOf(name, path.join(cdnFolder, base), 'auto', {}, [
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.js',
        exposes: { './remote': './src/remote.tsx' },
        shared,
        dts: false,
        manifest: true,
      }),
    ]);
    await build(remote, name);
    const manifest = `${origins().cdn}${base}mf-manifest.json`;
    remotes.push({ name, manifest, routes: live.routes, menu: live.menu });
  }
  await writeFile(path.join(siteFolder, 'registry.json'), JSON.stringify({ remotes }));
}

/** The registry of the running site, which has the routes and menus of all remotes. */
async function siteRegistry() {
  const response = await fetch(`http://localhost:${ports().behindCdn}/registry.json`);
  return signedRegistrySchema.parse(await response.json()).registry;
}

/** @returns the entry's scripts, in their order. */
async function build(options: Configuration, entrypoint: string): Promise<readonly string[]> {
  const { compilation } = await compile(`the variant’s ${entrypoint}`, options);
  const files = compilation.entrypoints.get(entrypoint)?.getFiles() ?? [];
  return files.filter((file) => file.endsWith('.js'));
}

async function writePage(folder: string, scripts: readonly string[]): Promise<void> {
  const tags = scripts.map((script) => `<script defer src="/${script}"></script>`).join('\n');
  await writeFile(path.join(folder, 'index.html'), emptyDocument(tags));
}
