import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { inCacheFolder, writeTypes } from '../../../packages/kit/pack/declarations';
import { packageVersion, root } from '../../../packages/node/folders';

/** `testing` is left out: a change of it shows in the remotes' own tests, and never reaches a visitor. */
const PACKAGES = [
  { name: '@isa/contract', folder: 'shell/packages/contract', entries: ['index', 'router', 'host/index'] },
  { name: '@isa/ui', folder: 'shell/packages/ui', entries: ['index', 'art/index', 'fonts/index'] },
] as const;

export interface PublicPackage {
  readonly name: string;
  /** Relative to the project. */
  readonly folder: string;
  readonly version: string;
  readonly entries: readonly {
    /** The import, such as `@isa/contract/router`. */
    readonly request: string;
    /** `index` or the name of the entry. */
    readonly file: string;
    /** Every export and the types that it refers to, with their doc comments. */
    readonly declarations: string;
  }[];
}

/** Describes the public packages as their sources are now; about four seconds of processor time. */
export function describePublicPackages(): Promise<readonly PublicPackage[]> {
  return inCacheFolder('reference-', async (folder) => {
    const packages = path.join(folder, 'packages');
    await writeTypes('shell', packages);
    // What is found in `node_modules` counts as another package's.
    await mkdir(path.join(folder, 'node_modules/@isa'), { recursive: true });
    const external = '@isa/api-contract';
    await rename(path.join(packages, external), path.join(folder, 'node_modules', external));

    const entries = PACKAGES.flatMap((one) =>
      one.entries.map((entry) => ({ ...one, file: entry.replace('/index', ''), entry })),
    );
    const configurations = entries.map(({ name, entry }) =>
      configurationOf(path.join(packages, name), entry, path.join(folder, 'described')),
    );
    const [first, ...others] = configurations.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath);
    const [configuration] = configurations;
    if (!configuration || !first) return [];
    const compilerState = CompilerState.create(configuration, { additionalEntryPoints: others });
    const described = await Promise.all(
      configurations.map(async (one, index) => {
        Extractor.invoke(one, {
          compilerState,
          localBuild: true,
          messageCallback: (message) => (message.handled = true),
        });
        const { name = '', file = '' } = entries[index] ?? {};
        return {
          name,
          file,
          request: file === 'index' ? name : `${name}/${file}`,
          declarations: await readFile(one.untrimmedFilePath, 'utf8'),
        };
      }),
    );
    return PACKAGES.map(({ name, folder: sources }) => ({
      name,
      folder: sources,
      version: packageVersion(path.join(root, sources)),
      entries: described.filter((one) => one.name === name),
    }));
  });
}

function configurationOf(projectFolder: string, entry: string, target: string): ExtractorConfig {
  const name = `${path.basename(projectFolder)}-${entry.replace('/', '-')}`;
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(projectFolder, 'package.json'),
    configObject: {
      projectFolder,
      mainEntryPointFilePath: path.join(projectFolder, `dist/${entry}.d.ts`),
      compiler: {
        overrideTsconfig: {
          extends: path.join(root, 'tsconfig.json'),
          compilerOptions: { composite: false, lib: ['es2023', 'dom', 'dom.iterable'] },
          // Required, and replaced by the entry.
          files: ['dist/index.d.ts'],
        },
      },
      apiReport: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: path.join(target, `${name}.d.ts`) },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: silent,
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
  });
}
