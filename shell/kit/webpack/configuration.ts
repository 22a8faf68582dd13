import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import { folderOf, kitFolder, packageFolder, root } from '../../tools/folders';
import {
  type BuildOptions,
  FONTS,
  globalName,
  REFRESH_FOLDER,
  refreshAliases,
  RESOLVE,
  SOURCES,
  STYLE_SHEETS,
  swcOptions,
} from './build-options';
import { CDN_PLACEHOLDER } from './cdn-placeholder';
import { sharedPackages } from './shared-packages';
import { StableModuleIds } from './stable-module-ids';

function commonConfiguration(app: string): Configuration {
  return {
    context: folderOf(app),
    resolveLoader: { modules: ['node_modules', path.join(kitFolder, 'node_modules')] },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}

/** swc's minifier builds a release in a third of the time. */
const MINIMIZER = new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false });
export function configuration(options: BuildOptions): Configuration {
  const { app, mode, version, outputFolder, publicPath, standalone = false } = options;
  const production = mode === 'production';
  const development = mode === 'development';
  const isShell = app === 'shell';
  const uniqueName = isShell ? 'shell' : `${app}@${version}`;
  const chunkName = production ? '[name].[contenthash:12].js' : '[name].js';

  return {
    ...commonConfiguration(app),
    name: app,
    mode: production ? 'production' : 'development',
    target: ['web', 'es2022'],
    entry: isShell
      ? {
          main: development
            ? ['./src/development/preserve-renderers.ts', 'react/jsx-dev-runtime', './src/main.ts']
            : './src/main.ts',
        }
      : standalone
        ? { main: [path.join(REFRESH_FOLDER, 'reload-failed-page.ts'), './src/standalone.tsx'] }
        : {},
    devtool: production ? 'hidden-source-map' : 'cheap-module-source-map',
    output: {
      path: outputFolder,
      clean: true,
      uniqueName,
      publicPath: publicPath ?? 'auto',
      filename: chunkName,
      chunkFilename: chunkName,
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
      crossOriginLoading: 'anonymous',
      hashFunction: 'sha256',
    },
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
      ...(standalone ? [] : isShell ? provideShared(options) : [container(options)]),
      ...(production ? [new StableModuleIds()] : []),
      // The shell gives the scripts of remotes the hashes of the registry.
      ...(production && isShell ? [new SubresourceIntegrityPlugin()] : []),
      ...(production
        ? []
        : [
            new ReactRefreshPlugin({
              library: uniqueName,
              overlay: false,
              exclude: [/node_modules/, REFRESH_FOLDER, path.join(root, 'shell/src/development')],
            }),
          ]),
    ],
    optimization: {
      // Names are derived from content, so that an unchanged chunk has the same address in the next release.
      moduleIds: production ? 'deterministic' : 'named',
      chunkIds: production ? 'deterministic' : 'named',
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
          version: `${webpack.version} ${hashOfLoaders(options)}`,
        },
  };
}

/** The shell's first script, without federation: it runs all others (decision 0302). */
export function bootstrapConfiguration(outputFolder: string): Configuration {
  return {
    ...commonConfiguration('shell'),
    name: 'bootstrap',
    mode: 'production',
    target: ['web', 'es2022'],
    entry: { bootstrap: './src/bootstrap/bootstrap.ts' },
    devtool: 'hidden-source-map',
    output: { path: outputFolder, filename: '[name].[contenthash:12].js', hashFunction: 'sha256' },
    resolve: RESOLVE,
    module: {
      rules: [
        {
          ...SOURCES,
          use: {
            loader: 'swc-loader',
            options: swcOptions({ app: 'shell', version: '', mode: 'production' }),
          },
        },
      ],
    },
    optimization: { minimizer: [MINIMIZER] },
    cache: false,
  };
}

/**
 * The same sources as one CommonJS file. The shell's bundles the shared packages; a remote's gets them
 * through the `require` that it is called with.
 */
export function nodeConfiguration(
  options: Pick<BuildOptions, 'app' | 'version' | 'outputFolder'>,
): Configuration {
  const { app, version, outputFolder } = options;
  const isShell = app === 'shell';
  return {
    ...commonConfiguration(app),
    name: `${app} for Node`,
    mode: 'production',
    target: 'node20',
    entry: { server: isShell ? './src/server.tsx' : './src/remote.tsx' },
    externals: isShell
      ? {}
      : Object.fromEntries(sharedPackages(app, false).map(({ request }) => [request, request])),
    externalsType: 'commonjs',
    devtool: false,
    output: {
      path: outputFolder,
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      publicPath: isShell ? `/shell/${version}/` : `${CDN_PLACEHOLDER}/${app}/${version}/`,
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
      hashFunction: 'sha256',
    },
    resolve: { ...RESOLVE, alias: productionRouter() },
    module: {
      // All pages are in one file.
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        {
          ...SOURCES,
          use: { loader: 'swc-loader', options: swcOptions({ app, version, mode: 'production' }) },
        },
        STYLE_SHEETS,
        // The browser build contains the file; this build only refers to it.
        { ...FONTS, generator: { emit: false, ...(isShell && FONT_ADDRESS) } },
      ],
    },
    // The build is not minified, because readable stacks matter more than size on the server.
    optimization: { minimize: false, splitChunks: false },
    cache: false,
  };
}

/** Fonts change as rarely as libraries, so their addresses have no version either (decision 0310). */
const FONT_ADDRESS = { publicPath: '/shell/libraries/' } as const;

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

/** A remote as webpack's own container, which is a third of that of federation's package. */
function container({ app, mode, version }: BuildOptions) {
  const shared = Object.fromEntries(
    sharedPackages(app, mode === 'development').map(({ request, range }) => [
      request,
      { singleton: true, import: false as const, requiredVersion: range },
    ]),
  );
  const exposed = mode === 'override' ? path.join(REFRESH_FOLDER, 'refreshed-remote.ts') : './src/remote.tsx';
  const name = globalName(app, version);
  return new webpack.container.ModuleFederationPlugin({
    name,
    library: { type: 'var', name },
    filename: mode === 'production' ? 'remote-entry.[contenthash:12].js' : 'remote-entry.js',
    // Shared modules are imported first: a later chunk that consists only of shared modules would have no file,
    // and so no hash. The last import is the exposed module.
    exposes: { './remote': { import: [...Object.keys(shared), exposed], name: 'remote' } },
    shared,
  });
}

function hashOfLoaders(options: BuildOptions): string {
  return createHash('sha256')
    .update(readFileSync(__filename))
    .update(JSON.stringify(swcOptions(options)))
    .digest('hex');
}

/** React Router's export map names its development files in every mode. */
function productionRouter() {
  const router = path.join(packageFolder('react-router'), 'dist/production');
  return {
    'react-router$': path.join(router, 'index.mjs'),
    'react-router/dom$': path.join(router, 'dom-export.mjs'),
  };
}
