import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type Configuration } from 'webpack';
import { signedRegistrySchema } from '../../../formats/registry-schema';
import { run } from '../../../kit/webpack/build-output';
import { configuration } from '../../../kit/webpack/configuration';
import { sharedPackages } from '../../../kit/webpack/shared-packages';
import { origins } from '../../shared/settings';
import { emptyDocument, naiveEntry } from './entries';

/**
 * Builds with the defaults of `ModuleFederationPlugin`: fallback copies, manifests, no hashes in pages.
 * @param origin of this site, whose registry has all routes and menus.
 */
export async function buildNaive(siteFolder: string, cdnFolder: string, origin: string): Promise<void> {
  const shared = Object.fromEntries(
    sharedPackages('shell', false).map(({ request, range }) => [
      request,
      { singleton: true, requiredVersion: range },
    ]),
  );
  const plugin = new ModuleFederationPlugin({ name: 'shell', remotes: {}, shared, dts: false });
  const scripts = await build('shell', siteFolder, '/', { main: await naiveEntry() }, plugin);
  const tags = scripts.map((script) => `<script defer src="/${script}"></script>`).join('\n');
  await writeFile(path.join(siteFolder, 'index.html'), emptyDocument(tags));
  const response = await fetch(`${origin}/registry.json`);
  const { registry } = signedRegistrySchema.parse(await response.json());
  const remotes = [];
  for (const { name, live } of registry.remotes) {
    if (!live) continue;
    const base = `/${name}/1.0.0/`;
    const exposing = new ModuleFederationPlugin({
      name,
      filename: 'remoteEntry.js',
      exposes: { './remote': './src/remote.tsx' },
      shared,
      dts: false,
      manifest: true,
    });
    await build(name, path.join(cdnFolder, base), 'auto', {}, exposing);
    const manifest = `${origins().cdn}${base}mf-manifest.json`;
    remotes.push({ name, manifest, routes: live.routes, menu: live.menu });
  }
  await writeFile(path.join(siteFolder, 'registry.json'), JSON.stringify({ remotes }));
}

/** Builds with the site's loaders, targets and minifier. @returns the scripts of the entry `main`, in their order. */
async function build(
  app: string,
  outputFolder: string,
  publicPath: string,
  entry: NonNullable<Configuration['entry']>,
  plugin: ModuleFederationPlugin,
): Promise<readonly string[]> {
  const own = configuration({ app, mode: 'production', version: 'bench', outputFolder, publicPath });
  const options: Configuration = { ...own, entry, plugins: [plugin], devtool: false };
  const { compilation } = await run(`the naive ${app}`, webpack(options));
  const files = compilation.entrypoints.get('main')?.getFiles() ?? [];
  return files.filter((file) => file.endsWith('.js'));
}
