import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { StatsPlugin } from '@module-federation/manifest';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import { packageFolder, packageVersion, root } from '../../node/folders';
import {
  browserBuild,
  type BuildOptions,
  federationOptions,
  FONT_ADDRESS,
  FONTS,
  HASH,
  manifestOptions,
  productionRouter,
  REFRESH_FOLDER,
  refreshAliases,
  RESOLVE,
  SOURCES,
  STYLE_SHEETS,
  styleNamespace,
  swcOptions,
} from './build-options';
import { SharedChunkNames } from './shared-names';
import { sharedPackages } from './shared-packages';
import { StableModuleIds } from './stable-module-ids';
import { VersionFreeChunks } from './version-free-chunks';

/** swc's minifier builds a release in a third of the time. */
const MINIMIZER = new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false });
const FEDERATION = packageVersion(packageFolder('@module-federation/enhanced'));

export function configuration(options: BuildOptions): Configuration {
  const { app, mode, standalone = false } = options;
  const production = mode === 'production';
  const development = mode === 'development';
  const isShell = app === 'shell';
  const build = browserBuild(options);
  const hashOfLoaders = createHash('sha256')
    .update(readFileSync(__filename))
    .update(JSON.stringify(swcOptions(options)))
    .digest('hex');

  return {
    ...build,
    name: app,
    stats: 'errors-warnings',
    entry: isShell
      ? {
          main: development
            ? ['./src/development/preserve-renderers.ts', 'react/jsx-dev-runtime', './src/main.ts']
            : './src/main.ts',
        }
      : standalone
        ? { main: [path.join(REFRESH_FOLDER, 'reload-failed-page.ts'), './src/standalone.tsx'] }
        : {},
    output: { ...build.output, clean: true },
    resolve: {
      ...RESOLVE,
      alias: development ? {} : { ...productionRouter(), ...(production ? {} : refreshAliases(app)) },
    },
    module: {
      rules: [
        {
          ...SOURCES,
          // webpack makes the paths of a parsed map relative. The absolute paths of an unparsed map would
          // change hashes and minified names: the release would depend on the folder of the build.
          use: {
            loader: 'swc-loader',
            options: { ...swcOptions(options), sourceMaps: true, parseMap: true },
          },
        },
        STYLE_SHEETS,
        { ...FONTS, ...(isShell && production && { generator: FONT_ADDRESS }) },
      ],
    },
    plugins: [
      ...(isShell ? describeShell(options) : []),
      !standalone && !isShell && new ModuleFederationPlugin(federationOptions(options)),
      production && new StableModuleIds(),
      production && new SharedChunkNames(),
      production && !isShell && new VersionFreeChunks(build.output.uniqueName, styleNamespace(options)),
      // The shell gives the scripts of remotes the hashes of the registry.
      production && isShell && new SubresourceIntegrityPlugin(),
    ],
    optimization: {
      ...build.optimization,
      minimize: production,
      minimizer: [MINIMIZER],
      runtimeChunk: false,
      ...(isShell && production && { splitChunks: { cacheGroups: { libraries: LIBRARIES } } }),
    },
    // A release is built from its sources alone; development builds may use a cache.
    cache: production
      ? false
      : {
          type: 'filesystem',
          cacheDirectory: path.join(root, '.cache/webpack'),
          name: `${app}-${mode}${standalone ? '-standalone' : ''}`,
          // Its modules depend on the loaders' options, which webpack's cache does not track.
          version: `${webpack.version} ${FEDERATION} ${hashOfLoaders}`,
        },
  };
}

/** The shell's first script, without federation: it runs all others (decision 0302). */
export function bootstrapConfiguration(outputFolder: string): Configuration {
  const options = { app: 'shell', mode: 'production', version: '' } as const;
  return {
    ...browserBuild({ ...options, outputFolder }),
    name: 'bootstrap',
    entry: { bootstrap: './src/bootstrap/bootstrap.ts' },
    output: { path: outputFolder, filename: '[name].[contenthash:20].js', ...HASH },
    resolve: RESOLVE,
    module: {
      rules: [{ ...SOURCES, use: { loader: 'swc-loader', options: swcOptions(options) } }],
    },
    optimization: { minimizer: [MINIMIZER] },
    cache: false,
  };
}

/** A separate chunk, which stays in browser caches across releases of the shell. */
const LIBRARIES = {
  name: 'libraries',
  chunks: 'initial' as const,
  enforce: true,
  test: /[\\/]node_modules[\\/](?!@isa[\\/])/,
};

/** The shell takes part in federation by its runtime alone; only its manifest is made here. */
function describeShell({ mode, version }: BuildOptions) {
  const packages = sharedPackages('shell', mode === 'development');
  const shared = Object.fromEntries(
    packages.map(({ request, version: provided, range }) => [
      request,
      { singleton: true, version: provided, requiredVersion: range },
    ]),
  );
  const manifest = { ...manifestOptions({ app: 'shell', version }), disableAssetsAnalyze: true };
  const versions = Object.fromEntries(packages.map((one) => [one.request, one.version]));
  return [
    new StatsPlugin({ name: 'shell', shared, manifest }, { pluginVersion: FEDERATION, bundler: 'webpack' }),
    new webpack.DefinePlugin({
      SHARED_VERSIONS: JSON.stringify(versions),
      // Parts of federation's runtime that are not used are left out.
      ENV_TARGET: '"web"',
      FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
    }),
  ];
}
