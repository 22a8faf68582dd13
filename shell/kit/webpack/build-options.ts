import { createHash } from 'node:crypto';
import path from 'node:path';
import { folderOf, kitFolder, packageFolder, root } from '../../tools/folders';

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
