import path from 'node:path';
import {
  build,
  defaultClientConditions,
  defaultServerConditions,
  type InlineConfig,
  type Plugin,
} from 'vite';
import { folderOf, root } from '../../node/folders';
import { messageOf, UserError } from '../../node/user-error';
import { type BrowserBuild, globalName, styleNamespace, type ReleaseOptions } from '../webpack/build-options';
import { CDN_PLACEHOLDER } from '../webpack/cdn-placeholder';
import { sharedPackages } from '../webpack/shared-packages';
import { classicScripts } from './classic-scripts';

export async function buildForBrowser(options: ReleaseOptions): Promise<BrowserBuild> {
  const { app, version } = options;
  const shared = sharedPackages(app, false).map(({ request }) => request);
  const requests = new Map<string, string>();
  const { output, modules } = await run(options, {
    resolve: { conditions: ['source', ...defaultClientConditions] },
    plugins: [rememberImports(requests), classicScripts(globalName(app, version), shared)],
    experimental: {
      // The container computes an asset's address, because it alone knows that of the release.
      renderBuiltUrl: (file) => ({ runtime: `require.toUrl(${JSON.stringify(file)})` }),
    },
    build: {
      sourcemap: 'hidden',
      modulePreload: false,
      rolldownOptions: {
        input: { remote: path.join(folderOf(app), 'src/remote.tsx') },
        external: shared,
        // Modules that pages share with the entry stay in the entry.
        preserveEntrySignatures: 'allow-extension',
        output: {
          format: 'cjs',
          exports: 'named',
          dynamicImportInCjs: false,
          entryFileNames: '[name].[hash:12].js',
          chunkFileNames: '[name].[hash:12].js',
          assetFileNames: 'assets/[name].[hash:12][extname]',
        },
      },
    },
  });
  const entry = output.find(({ fileName }) => /^remote-entry\.[^/]*\.js$/.test(fileName));
  if (!entry) throw new Error(`The build of ${app} has no entry script.`);
  const scripts = new Map(
    output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
  );
  const chunks = [...scripts.values()].flatMap(
    ({ facadeModuleId, fileName, imports }): [string, string[]][] => {
      const request = requests.get(facadeModuleId ?? '');
      return request ? [[request, [fileName, ...imports.filter((name) => scripts.has(name))]]] : [];
    },
  );
  return { entry: entry.fileName, chunks: new Map(chunks), modules };
}

/** Builds one CommonJS file, which gets the shared packages through the `require` that it is called with. */
export async function buildForNode(options: ReleaseOptions): Promise<readonly string[]> {
  const { app, version } = options;
  const { modules } = await run(options, {
    base: `${CDN_PLACEHOLDER}/${app}/${version}/`,
    ssr: { noExternal: true, resolve: { conditions: ['source', ...defaultServerConditions] } },
    build: {
      ssr: true,
      minify: false,
      ssrEmitAssets: false,
      rolldownOptions: {
        input: path.join(folderOf(app), 'src/remote.tsx'),
        external: sharedPackages(app, false).map(({ request }) => request),
        output: {
          format: 'cjs',
          exports: 'named',
          codeSplitting: false,
          entryFileNames: 'server.cjs',
          assetFileNames: 'assets/[name].[hash:12][extname]',
        },
      },
    },
  });
  return modules;
}

async function run({ app, version, outputFolder }: ReleaseOptions, options: InlineConfig) {
  const result = await build({
    configFile: false,
    root: folderOf(app),
    publicDir: false,
    logLevel: 'error',
    cacheDir: path.join(root, '.cache/vite'),
    ...options,
    plugins: [styleSheetsAsTexts, ...(options.plugins ?? [])],
    oxc: {
      jsx: { runtime: 'automatic' },
      plugins: {
        styledComponents: {
          ssr: true,
          displayName: false,
          fileName: false,
          namespace: styleNamespace({ app, version }),
        },
      },
    },
    build: {
      outDir: outputFolder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      ...options.build,
    },
  }).catch((error: unknown) => {
    throw new UserError(`The build of ${app} failed:\n${messageOf(error)}`);
  });
  const [one] = [result].flat();
  if (!one || !('output' in one)) throw new Error(`The build of ${app} has no result.`);
  const files = one.output.flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
  return { output: one.output, modules: files.filter((file) => path.isAbsolute(file)) };
}

/** Remembers how the sources name what they import dynamically. @param requests by module. */
function rememberImports(requests: Map<string, string>): Plugin {
  return {
    name: 'isa-remember-imports',
    async resolveDynamicImport(specifier, importer) {
      if (typeof specifier !== 'string') return null;
      const resolved = await this.resolve(specifier, importer);
      if (resolved) requests.set(resolved.id, specifier);
      return null;
    },
  };
}

/** Style sheets are texts, as with the other bundlers: the page's own style elements contain them. */
const styleSheetsAsTexts: Plugin = {
  name: 'isa-style-sheets',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!/css$/.test(source)) return null;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    return resolved ? `${resolved.id}?raw` : null;
  },
};
