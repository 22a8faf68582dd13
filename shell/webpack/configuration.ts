import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import { folderOf, packageFolder, packageVersion, root } from '../tools/folders';
import { sharedPackages } from './shared-packages';
import { StableModuleIds } from './stable-module-ids';

export interface BuildOptions {
  /** `shell` or a remote's name. */
  readonly part: string;
  /**
   * `production` is what is released. `development` has Fast Refresh and a development React.
   * `override` is a remote under development for somebody's production shell: production JSX, no refresh.
   */
  readonly mode: 'production' | 'development' | 'override';
  /** The release's version; unique, because globals and chunk arrays carry it. */
  readonly version: string;
  readonly outputFolder: string;
  /** Absolute address of the development server; releases find their own address. */
  readonly publicPath?: string;
  /** Builds `standalone.tsx` as a page of its own instead of a remote. */
  readonly standalone?: boolean;
}

/** The global variable under which a release's container is found. */
export function globalName(part: string, version: string): string {
  return `mf_${part}_${version}`.replace(/\W/g, '_');
}

/**
 * What the class names of a release's styles begin with: its part, and four characters for its version, so that
 * two releases of one remote never mix their styles in one page. Browser and Node builds agree on it.
 */
export function styleNamespace({ part, version }: Pick<BuildOptions, 'part' | 'version'>): string {
  return `${part}-${createHash('sha256').update(version).digest('hex').slice(0, 4)}`;
}

/** The one configuration of all four builds. */
export function configuration(options: BuildOptions): Configuration {
  const { part, mode, version, outputFolder, publicPath, standalone = false } = options;
  const folder = folderOf(part);
  const production = mode === 'production';
  const development = mode === 'development';
  // The shell imports everything that it promises, whether or not its own code does.
  const provided = sharedPackages(development).map(({ request }) => request);
  const isShell = part === 'shell';
  const uniqueName = isShell ? 'shell' : `${part}@${version}`;
  const chunkName = production ? '[name].[contenthash:12].js' : '[name].js';

  return {
    name: part,
    context: folder,
    resolveLoader: { modules: [path.join(root, 'node_modules')] },
    mode: mode === 'development' ? 'development' : 'production',
    target: ['web', 'es2022'],
    entry: isShell
      ? {
          main: [
            ...(development ? ['./src/development/keep-renderers.ts'] : []),
            ...provided,
            './src/main.tsx',
          ],
        }
      : standalone
        ? { main: './src/standalone.tsx' }
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
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      conditionNames: ['source', '...'],
      alias: production || mode === 'override' ? productionRouter() : {},
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          // webpack makes the paths of a parsed map relative. Of an unread one they would enter a chunk's first hash,
          // and so the letters that the minifier finds frequent: a release would depend on the folder of its build.
          use: {
            loader: 'swc-loader',
            options: { ...swcOptions(options), sourceMaps: true, parseMap: true },
          },
        },
        { test: /\.css$/, type: 'asset/source' },
        {
          test: /\.woff2$/,
          type: 'asset/resource',
          ...(isShell && production && { generator: FONT_ADDRESS }),
        },
      ],
    },
    plugins: [
      ...(standalone ? [] : [federation(options, isShell)]),
      ...(production ? [new StableModuleIds(), new SubresourceIntegrityPlugin()] : []),
      ...(mode === 'development' ? [new ReactRefreshPlugin({ library: uniqueName, overlay: false })] : []),
    ],
    optimization: {
      // Names come from content, so that an unchanged chunk keeps its address in the next release.
      moduleIds: production ? 'deterministic' : 'named',
      chunkIds: production ? 'deterministic' : 'named',
      minimize: production,
      // The compiler's own minifier: a release builds in a third of the time.
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false })],
      runtimeChunk: false,
      ...(isShell && production && { splitChunks: { cacheGroups: { libraries: LIBRARIES } } }),
    },
    // A release is built from its sources and nothing else; what is developed may take short cuts.
    cache: production
      ? false
      : {
          type: 'filesystem',
          cacheDirectory: path.join(root, '.cache/webpack'),
          name: `${part}-${mode}${standalone ? '-standalone' : ''}`,
          // Federation generates code that webpack's cache does not know to depend on its version.
          version: `${webpack.version} ${packageVersion(packageFolder('@module-federation/enhanced'))}`,
        },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}

/** Stands for the CDN's origin in addresses that a Node build writes; composing puts the real one there. */
export const CDN_PLACEHOLDER = 'isa-cdn:';

/**
 * The Node twin of a release: the same sources as one CommonJS file. The shell's brings the shared packages along
 * and hands them out; a remote's takes them through the `require` that it is given. Neither needs `node_modules`.
 */
export function nodeConfiguration(
  options: Pick<BuildOptions, 'part' | 'version' | 'outputFolder'>,
): Configuration {
  const { part, version, outputFolder } = options;
  const isShell = part === 'shell';
  return {
    name: `${part} for Node`,
    context: folderOf(part),
    resolveLoader: { modules: [path.join(root, 'node_modules')] },
    mode: 'production',
    target: 'node20',
    entry: { server: isShell ? './src/server.tsx' : './src/remote.tsx' },
    externals: isShell
      ? {}
      : Object.fromEntries(sharedPackages(false).map(({ request }) => [request, request])),
    externalsType: 'commonjs',
    devtool: false,
    output: {
      path: outputFolder,
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      publicPath: isShell ? `/shell/${version}/` : `${CDN_PLACEHOLDER}/${part}/${version}/`,
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
      hashFunction: 'sha256',
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      conditionNames: ['source', '...'],
      alias: productionRouter(),
    },
    module: {
      // A page's code is part of the one file.
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          use: { loader: 'swc-loader', options: swcOptions({ part, version, mode: 'production' }) },
        },
        { test: /\.css$/, type: 'asset/source' },
        // The browser's build has the file; this one names it.
        {
          test: /\.woff2$/,
          type: 'asset/resource',
          generator: { emit: false, ...(isShell && FONT_ADDRESS) },
        },
      ],
    },
    // Readable stacks are worth more here than bytes.
    optimization: { minimize: false, splitChunks: false },
    cache: false,
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}

/** Fonts change as seldom as libraries do, so they have no version in their address either (decision 310). */
const FONT_ADDRESS = { publicPath: '/shell/libraries/' } as const;

/**
 * What is not the shell's own: the libraries that it provides. A chunk apart, so that a release of the shell
 * leaves it in every cache (decision 310).
 */
const LIBRARIES = {
  name: 'libraries',
  chunks: 'initial' as const,
  enforce: true,
  test: /[\\/]node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|styled-components|stylis|zustand)[\\/]/,
};

function federation({ part, mode, version }: BuildOptions, isShell: boolean) {
  const shared = Object.fromEntries(
    sharedPackages(mode === 'development').map(({ request, version: provided, range }) => [
      request,
      isShell
        ? { singleton: true, eager: true, version: provided, requiredVersion: range }
        : { singleton: true, import: false as const, requiredVersion: range },
    ]),
  );
  const name = globalName(part, version);
  const common = {
    dts: false,
    manifest: false,
    dev: false,
    shareStrategy: 'loaded-first',
    shared,
  } as const;
  const optimization = { disableSnapshot: true, target: 'web' } as const;
  return isShell
    ? new ModuleFederationPlugin({
        ...common,
        name: 'shell',
        remotes: {},
        experiments: { provideExternalRuntime: true, optimization },
      })
    : new ModuleFederationPlugin({
        ...common,
        name,
        library: { type: 'var', name },
        filename: mode === 'production' ? 'remote-entry.[contenthash:12].js' : 'remote-entry.js',
        // What the shell provides is asked for first: a later chunk of nothing but shared modules would have no
        // file, and so no hash. The last import is what is exposed.
        exposes: { './remote': { import: [...Object.keys(shared), './src/remote.tsx'], name: 'remote' } },
        experiments: { externalRuntime: true, optimization },
      });
}

function swcOptions(options: Pick<BuildOptions, 'part' | 'version' | 'mode'>) {
  const { mode } = options;
  return {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: {
        react: { runtime: 'automatic', development: mode === 'development', refresh: mode === 'development' },
      },
      experimental: {
        // Class names carry their owner's name, so that two releases can share a page.
        plugins: [
          [
            '@swc/plugin-styled-components',
            { ssr: true, displayName: mode !== 'production', namespace: styleNamespace(options) },
          ],
        ],
        cacheRoot: path.join(root, '.cache/swc'),
      },
    },
  };
}

/** React Router's export map points at its development files whatever the mode. */
function productionRouter() {
  const router = path.join(packageFolder('react-router'), 'dist/production');
  const injector = realpathSync(packageFolder('@module-federation/inject-external-runtime-core-plugin'));
  return {
    'react-router$': path.join(router, 'index.mjs'),
    'react-router/dom$': path.join(router, 'dom-export.mjs'),
    // Without this a second, CommonJS copy of the federation runtime comes in. The federation plugin names the
    // file that Node resolves, so that the file and not the package has to be replaced.
    [path.join(injector, 'dist/index.cjs')]: path.join(injector, 'dist/index.js'),
  };
}
