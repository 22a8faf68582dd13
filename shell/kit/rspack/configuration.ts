import path from 'node:path';
import { rspack, type Configuration } from '@rspack/core';
import { folderOf, kitFolder } from '../../tools/folders';
import {
  type BuildOptions,
  FONTS,
  globalName,
  RESOLVE,
  SOURCES,
  STYLE_SHEETS,
  swcOptions,
} from '../webpack/build-options';
import { CDN_PLACEHOLDER } from '../webpack/cdn-placeholder';
import { sharedPackages } from '../webpack/shared-packages';

type Options = Pick<BuildOptions, 'app' | 'version' | 'outputFolder'>;

/** What both builds of a release have in common. */
function commonConfiguration({ app, version, outputFolder }: Options): Configuration {
  return {
    context: folderOf(app),
    mode: 'production',
    output: {
      path: outputFolder,
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
      hashFunction: 'sha256',
    },
    resolve: RESOLVE,
    resolveLoader: { modules: ['node_modules', path.join(kitFolder, 'node_modules')] },
    module: {
      rules: [
        {
          ...SOURCES,
          use: {
            loader: 'swc-loader',
            options: { ...swcOptions({ app, version, mode: 'production' }), sourceMaps: true },
          },
        },
        STYLE_SHEETS,
        FONTS,
      ],
    },
    performance: false,
    infrastructureLogging: { level: 'error' },
    cache: false,
  };
}

export function browserConfiguration(options: Options): Configuration {
  const { app, version } = options;
  const common = commonConfiguration(options);
  const name = globalName(app, version);
  const shared = sharedPackages(app, false).map(
    ({ request, range }) =>
      [request, { singleton: true, import: false, requiredVersion: range } as const] as const,
  );
  const chunkName = '[name].[contenthash:12].js';
  return {
    ...common,
    target: ['web', 'es2022'],
    entry: {},
    devtool: 'hidden-source-map',
    output: {
      ...common.output,
      uniqueName: `${app}@${version}`,
      publicPath: 'auto',
      filename: chunkName,
      chunkFilename: chunkName,
      crossOriginLoading: 'anonymous',
    },
    plugins: [
      new rspack.container.ModuleFederationPluginV1({
        name,
        library: { type: 'var', name },
        filename: 'remote-entry.[contenthash:12].js',
        exposes: {
          './remote': { import: [...shared.map(([request]) => request), './src/remote.tsx'], name: 'remote' },
        },
        shared: Object.fromEntries(shared),
      }),
    ],
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false })],
    },
  };
}

/** One CommonJS file gets the shared packages through the `require` that it is called with. */
export function nodeConfiguration(options: Options): Configuration {
  const { app, version } = options;
  const common = commonConfiguration(options);
  return {
    ...common,
    target: 'node20',
    entry: { server: './src/remote.tsx' },
    externals: Object.fromEntries(sharedPackages(app, false).map(({ request }) => [request, request])),
    externalsType: 'commonjs',
    devtool: false,
    output: {
      ...common.output,
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      publicPath: `${CDN_PLACEHOLDER}/${app}/${version}/`,
    },
    module: {
      ...common.module,
      parser: { javascript: { dynamicImportMode: 'eager' } },
      generator: { 'asset/resource': { emit: false } },
    },
    optimization: { minimize: false, splitChunks: false },
  };
}
