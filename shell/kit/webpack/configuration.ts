import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import { folderOf, kitFolder, packageFolder, root } from '../../tools/folders';
import { CDN_PLACEHOLDER } from './cdn-placeholder';
import { sharedPackages } from './shared-packages';
import { StableModuleIds } from './stable-module-ids';

export interface BuildOptions {
  /** `shell` or a remote's name. */
  readonly app: string;
  /**
   * `production` builds releases. `development` has Fast Refresh and a development React.
   * `override` builds a remote for development inside a production shell: production React, and Fast Refresh without its
   * help (`refresh`).
   */
  readonly mode: 'production' | 'development' | 'override';
  /** Unique, because global variables and chunk arrays contain it. */
  readonly version: string;
  readonly outputFolder: string;
  /** Absolute address of the development server; releases determine theirs at run time. */
  readonly publicPath?: string;
  /** Builds `standalone.tsx` as a separate page instead of a remote. */
  readonly standalone?: boolean;
}

/** The global variable of a release's federation container. */
export function globalName(app: string, version: string): string {
  return `mf_${app}_${version}`.replace(/\W/g, '_');
}

/**
 * The prefix of a release's style class names. That of a remote contains a four-character hash of its version, so that the
 * styles of two releases never mix in one page. A page has one shell, whose class names stay, so that a release of the shell
 * changes little of each page (decision 320). Browser and Node builds use the same prefix.
 */
function styleNamespace({ app, version }: Pick<BuildOptions, 'app' | 'version'>): string {
  if (app === 'shell') return app;
  return `${app}-${createHash('sha256').update(version).digest('hex').slice(0, 4)}`;
}

/** What all builds have in common. */
function commonConfiguration(app: string): Configuration {
  return {
    context: folderOf(app),
    resolveLoader: { modules: ['node_modules', path.join(kitFolder, 'node_modules')] },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}

const RESOLVE = { extensions: ['.tsx', '.ts', '.mjs', '.js'], conditionNames: ['source', '...'] };
/** The project's packages contain their sources also where they are installed, so that these get the app's style names. */
const SOURCES = { test: /\.tsx?$/, exclude: /node_modules[\\/](?!@isa[\\/])/ } as const;
/** swc's minifier builds a release in a third of the time. */
const MINIMIZER = new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false });
const STYLE_SHEETS = { test: /\.css$/, type: 'asset/source' } as const;
const FONTS = { test: /\.woff2$/, type: 'asset/resource' } as const;

/** The configuration of all four browser builds. */
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
      ...RESOLVE,
      alias: development ? {} : { ...productionRouter(), ...(production ? {} : refreshAliases(app)) },
    },
    module: {
      rules: [
        {
          ...SOURCES,
          // webpack makes the paths of a parsed map relative. The absolute paths of an unparsed map would change a
          // chunk's first hash and, through character frequencies, the minified names: the release would depend on the
          // folder of the build.
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
          // Its modules depend on the loaders' options in this file, which webpack's cache does not track.
          version: `${webpack.version} ${hashOfThisFile()}`,
        },
  };
}

/** The shell's first script, without federation: it runs all others (decision 302). */
export function starterConfiguration(outputFolder: string): Configuration {
  return {
    ...commonConfiguration('shell'),
    name: 'starter',
    mode: 'production',
    target: ['web', 'es2022'],
    entry: { starter: './src/starter/starter.ts' },
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
 * The Node build of a release: the same sources as one CommonJS file. The shell's bundles the shared packages and
 * provides them; a remote's gets them through the `require` that it is called with. Neither needs `node_modules`.
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
    // Readable stacks matter more than size on the server.
    optimization: { minimize: false, splitChunks: false },
    cache: false,
  };
}

/** Fonts change as rarely as libraries, so their addresses have no version either (decision 310). */
const FONT_ADDRESS = { publicPath: '/shell/libraries/' } as const;

/**
 * The libraries that the shell provides. They are a separate chunk, which stays in browser caches across releases of
 * the shell (decision 310).
 */
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
    // As much of federation's runtime as the releases of older kits use (`shell/src/remotes/containers.ts`).
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

function swcOptions(options: Pick<BuildOptions, 'app' | 'version' | 'mode'>) {
  const { mode } = options;
  return {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: {
        react: {
          runtime: 'automatic',
          // Without `development`, swc ignores `refresh`.
          development: mode !== 'production',
          refresh: mode !== 'production',
          ...(mode === 'override' && { importSource: REFRESH_JSX }),
        },
      },
      experimental: {
        // Class names contain app and version, so that two releases can share a page.
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

function hashOfThisFile(): string {
  const source = readFileSync(__filename);
  return createHash('sha256').update(source).digest('hex');
}

const REFRESH_FOLDER = path.join(kitFolder, 'refresh');
const REFRESH_JSX = 'isa-refresh';

/** What the folder `refresh` replaces and imports. */
function refreshAliases(app: string) {
  const original = packageFolder('react-refresh');
  return {
    [`${REFRESH_JSX}/jsx-dev-runtime$`]: path.join(REFRESH_FOLDER, 'jsx-dev-runtime.ts'),
    'developed-remote$': path.join(folderOf(app), 'src/remote.tsx'),
    'react-refresh-original$': path.join(original, 'cjs/react-refresh-runtime.development.js'),
    'react-refresh/runtime$': path.join(REFRESH_FOLDER, 'refresh-runtime.ts'),
    // The plugin imports the file that Node resolves.
    [path.join(original, 'runtime.js')]: path.join(REFRESH_FOLDER, 'refresh-runtime.ts'),
  };
}

/** React Router's export map names its development files in every mode. */
function productionRouter() {
  const router = path.join(packageFolder('react-router'), 'dist/production');
  return {
    'react-router$': path.join(router, 'index.mjs'),
    'react-router/dom$': path.join(router, 'dom-export.mjs'),
  };
}
