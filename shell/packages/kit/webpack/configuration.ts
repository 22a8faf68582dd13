import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import { root } from '../../node/folders';
import {
  browserBuild,
  type BuildOptions,
  containerOptions,
  FONT_ADDRESS,
  FONTS,
  productionRouter,
  REFRESH_FOLDER,
  refreshAliases,
  RESOLVE,
  SOURCES,
  STYLE_SHEETS,
  swcOptions,
} from './build-options';
import { sharedPackages } from './shared-packages';
import { StableModuleIds } from './stable-module-ids';

/** swc's minifier builds a release in a third of the time. */
const MINIMIZER = new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false });
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
      ...(!standalone && isShell ? provideShared(options) : []),
      // webpack's own container is a third of that of federation's package.
      !standalone && !isShell && new webpack.container.ModuleFederationPlugin(containerOptions(options)),
      production && new StableModuleIds(),
      // The shell gives the scripts of remotes the hashes of the registry.
      production && isShell && new SubresourceIntegrityPlugin(),
      !production &&
        new ReactRefreshPlugin({
          library: build.output.uniqueName,
          overlay: false,
          exclude: [/node_modules/, REFRESH_FOLDER, path.join(root, 'shell/src/development')],
        }),
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
          version: `${webpack.version} ${hashOfLoaders}`,
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
    output: { path: outputFolder, filename: '[name].[contenthash:12].js', hashFunction: 'sha256' },
    resolve: RESOLVE,
    module: {
      rules: [{ ...SOURCES, use: { loader: 'swc-loader', options: swcOptions(options) } }],
    },
    optimization: { minimizer: [MINIMIZER] },
    cache: false,
  };
}

/** A separate chunk, which stays in browser caches across releases of the shell (decision 0310). */
const LIBRARIES = {
  name: 'libraries',
  chunks: 'initial' as const,
  enforce: true,
  test: /[\\/]node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|styled-components|stylis|zustand)[\\/]/,
};

/** The shell provides its packages to the containers of the remotes, and imports them itself as any other module. */
function provideShared({ app, mode }: BuildOptions) {
  const provides = Object.fromEntries(
    sharedPackages(app, mode === 'development').map(({ request, version }) => [
      request,
      { shareKey: request, version, eager: true },
    ]),
  );
  return [
    new webpack.sharing.ProvideSharedPlugin({ provides }),
    // As much of federation's runtime as a release built with federation's plugin uses (`shell/src/remotes/containers.ts`).
    new webpack.DefinePlugin({ FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true, ENV_TARGET: '"web"' }),
  ];
}
