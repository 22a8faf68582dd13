import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { SHARED_FOLDER } from '../../../platform/formats/release';
import { folderOf, kitFolder, packageFolder, root } from '../../node/folders';
import { CDN_PLACEHOLDER } from './cdn-placeholder';
import { assetName } from './shared-names';
import { sharedPackages } from './shared-packages';
import { chunkArray } from './version-free-chunks';

export interface BuildOptions {
  /** `shell` or a remote's name. */
  readonly app: string;
  /**
   * `development` has Fast Refresh and a development React. `override` builds a remote for development inside
   * a production shell: production React, and Fast Refresh without its help (`refresh`).
   */
  readonly mode: 'production' | 'development' | 'override';
  /** The version, which is unique, because global variables and chunk arrays contain it. */
  readonly version: string;
  readonly outputFolder: string;
  /** The absolute address of the development server; releases determine theirs at run time. */
  readonly publicPath?: string;
  /** Builds `standalone.tsx` as a separate page instead of a remote. */
  readonly standalone?: boolean;
}

/** The hash in file names, with which the store addresses the files that releases share (`storedAt`). */
export const HASH = { hashFunction: 'sha384' as const };

type FederationOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0];
type ManifestOptions = Exclude<FederationOptions['manifest'], boolean | undefined>;

export type ReleaseOptions = Pick<BuildOptions, 'app' | 'version' | 'outputFolder'>;

export interface BrowserBuild {
  readonly entry: string;
  /** The scripts that an `import()` loads, by the imported module. */
  readonly chunks: ReadonlyMap<string, readonly string[]>;
  readonly modules: readonly string[];
}

/** The global variable of a release's federation container. */
export function globalName(app: string, version: string): string {
  return `mf_${app}_${version}`.replace(/\W/g, '_');
}

/**
 * The prefix of style class names. A remote's contains a hash of its version, so that the styles of two
 * releases never mix. The shell's stays, so that a release changes little of each page (decision 0320).
 */
export function styleNamespace({ app, version }: Pick<BuildOptions, 'app' | 'version'>): string {
  if (app === 'shell') return app;
  return `${app}-${createHash('sha256').update(version).digest('hex').slice(0, 4)}`;
}

export const RESOLVE = { extensions: ['.tsx', '.ts', '.mjs', '.js'], conditionNames: ['source', '...'] };
/** The project's packages contain their sources also where they are installed, so that these get the app's style names. */
export const SOURCES = { test: /\.tsx?$/, exclude: /node_modules[\\/](?!@isa[\\/])/ } as const;
export const STYLE_SHEETS = { test: /\.css$/, type: 'asset/source' } as const;
export const FONTS = { test: /\.woff2$/, type: 'asset/resource' } as const;

export function swcOptions(options: Pick<BuildOptions, 'app' | 'version' | 'mode'>) {
  const { mode } = options;
  return {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: {
        react: {
          runtime: 'automatic',
          // The mode is set, because swc ignores `refresh` without `development`.
          development: mode !== 'production',
          refresh: mode !== 'production',
          ...(mode === 'override' && { importSource: REFRESH_JSX }),
        },
      },
      experimental: {
        // The plugin is needed, because class names contain app and version, so that two releases can share a
        // page.
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

function commonBuild(app: string) {
  return {
    context: folderOf(app),
    resolveLoader: { modules: ['node_modules', path.join(kitFolder, 'node_modules')] },
    performance: false as const,
    infrastructureLogging: { level: 'error' as const },
  };
}

export function browserBuild({ app, mode, version, outputFolder, publicPath = 'auto' }: BuildOptions) {
  const production = mode === 'production';
  const chunkName = production ? '[name].[contenthash:20].js' : '[name].js';
  const target: ('web' | 'es2022')[] = ['web', 'es2022'];
  // Names are derived from content, so that an unchanged chunk has the same address in the next release.
  const ids = production ? ('deterministic' as const) : ('named' as const);
  const uniqueName = app === 'shell' ? app : `${app}@${version}`;
  return {
    ...commonBuild(app),
    mode: production ? ('production' as const) : ('development' as const),
    target,
    devtool: production ? ('hidden-source-map' as const) : ('cheap-module-source-map' as const),
    output: {
      path: outputFolder,
      uniqueName,
      chunkLoadingGlobal: chunkArray(uniqueName),
      publicPath,
      filename: chunkName,
      chunkFilename: chunkName,
      assetModuleFilename: assetName,
      crossOriginLoading: 'anonymous' as const,
      ...HASH,
    },
    optimization: { moduleIds: ids, chunkIds: ids },
  };
}

/** The options of Module Federation's plugin for a remote (decision 0340 gives the bytes of each). */
export function federationOptions({
  app,
  mode,
  version,
}: Omit<BuildOptions, 'outputFolder'>): FederationOptions {
  const shared = Object.fromEntries(
    sharedPackages(app, mode === 'development').map(({ request, range }) => [
      request,
      { singleton: true, import: false as const, requiredVersion: range },
    ]),
  );
  const exposed = mode === 'override' ? path.join(REFRESH_FOLDER, 'refreshed-remote.ts') : './src/remote.tsx';
  const name = globalName(app, version);
  return {
    name,
    library: { type: 'var', name },
    filename: mode === 'production' ? 'remote-entry.[contenthash:20].js' : 'remote-entry.js',
    // Shared modules are imported first: a later chunk that consists only of shared modules would have no file,
    // and so no hash. The last import is the exposed module.
    exposes: { './remote': { import: [...Object.keys(shared), exposed], name: 'remote' } },
    shared,
    shareStrategy: 'loaded-first',
    manifest: manifestOptions({ app, version }),
    dts: false,
    dev: false,
    // The runtime's entry would otherwise be written into `node_modules`.
    virtualRuntimeEntry: true,
    experiments: {
      externalRuntime: true,
      optimization: { disableSnapshot: true, disableRemote: true, target: 'web' },
    },
  };
}

/** `mf-manifest.json` names the release, and not the package and the machine that built it. */
export function manifestOptions({ app, version }: Pick<BuildOptions, 'app' | 'version'>): ManifestOptions {
  return {
    additionalData({ stats }) {
      stats.metaData.buildInfo = { buildName: app, buildVersion: version };
      if (app !== 'shell') stats.metaData.remoteEntry.path = `../${SHARED_FOLDER}`;
      // The plugin repeats an exposed module for each of its imports.
      stats.exposes = stats.exposes.filter(({ assets }) => assets.js.sync.length > 0);
    },
  };
}

/** Style rules of the shell need the whole address of a font. */
export const FONT_ADDRESS = { publicPath: `/shell/${SHARED_FOLDER}/` } as const;

/**
 * The same sources as one CommonJS file. The shell's bundles the shared packages; a remote's gets them
 * through the `require` that it is called with.
 */
export function nodeConfiguration({ app, version, outputFolder }: ReleaseOptions) {
  const isShell = app === 'shell';
  const shared = isShell ? [] : sharedPackages(app, false);
  return {
    ...commonBuild(app),
    mode: 'production' as const,
    target: 'node20' as const,
    entry: { server: isShell ? './src/server.tsx' : './src/remote.tsx' },
    externals: Object.fromEntries(shared.map(({ request }) => [request, request])),
    externalsType: 'commonjs' as const,
    devtool: false as const,
    output: {
      path: outputFolder,
      filename: '[name].cjs',
      library: { type: 'commonjs2' as const },
      publicPath: `${isShell ? '' : CDN_PLACEHOLDER}/${app}/${SHARED_FOLDER}/`,
      assetModuleFilename: assetName,
      ...HASH,
    },
    resolve: { ...RESOLVE, alias: productionRouter() },
    module: {
      // All pages are in one file.
      parser: { javascript: { dynamicImportMode: 'eager' as const } },
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
    optimization: { minimize: false, splitChunks: false as const },
    cache: false as const,
  };
}

/** React Router's export map names its development files in every mode. */
export function productionRouter() {
  const router = path.join(packageFolder('react-router'), 'dist/production');
  return {
    'react-router$': path.join(router, 'index.mjs'),
    'react-router/dom$': path.join(router, 'dom-export.mjs'),
  };
}

export const REFRESH_FOLDER = path.join(kitFolder, 'refresh');
const REFRESH_JSX = 'isa-refresh';

/** What the folder `refresh` replaces and imports. */
export function refreshAliases(app: string) {
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
