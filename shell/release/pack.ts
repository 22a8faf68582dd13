import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import webpack, { type Configuration, type Stats } from 'webpack';
import { configuration, globalName, nodeConfiguration } from '../webpack/configuration';
import { folderOf, packageVersion, root } from '../tools/folders';
import { contractVersion, sharedPackages } from '../webpack/shared-packages';
import type { RemoteDescription } from './describe-remote';
import { UserError } from '../tools/user-error';
import { integrityOf } from '../store/integrity';
import { writeTypes } from './declarations';
import { type Keys, ownKeys } from '../store/keys/keys';
import { packedFolder } from '../tools/locations';
import { readVerifiedRelease, requireVersion, signRelease } from '../store/release-file';
import { RELEASE_FILE, PRIVATE_FOLDERS, type Release, type ReleasedFile } from '../formats/release';
import { sourceRevision } from './revision';
import { folderStorage } from '../store/storage/folder';

/** What is compressed already, or never served, has no copies. */
const COMPRESSIBLE = /\.(?:js|css|svg|json|html|txt|xml|webmanifest|vtt)$/;

/** The version that a part's sources make: its package's, and their hash. */
export async function versionOf(
  part: string,
): Promise<{ readonly version: string; readonly revision: string }> {
  const revision = await sourceRevision(part);
  return { version: `${packageVersion(folderOf(part))}-${revision}`, revision };
}

export interface PackWish {
  readonly part: string;
  /** By default the version of the package together with the hash of the sources. */
  readonly version?: string;
  /** A folder that gets `<part>/<version>/`. */
  readonly into?: string;
  readonly keys?: Keys;
}

/**
 * Builds a part into a folder, signed by its team, unless that very release is there. Equal sources give equal
 * bytes. A release is complete or absent: it is made beside its place and moved there.
 * @throws Error with webpack's own words when the sources do not build.
 * @throws UserError when this machine does not hold the team's key.
 */
export async function pack({
  part,
  into = packedFolder,
  keys = ownKeys,
  ...wish
}: PackWish): Promise<Release> {
  const source = await versionOf(part);
  const version = requireVersion(wish.version ?? source.version);
  const present = await packedBefore(into, part, version, keys);
  if (present?.revision === source.revision) return present;
  // Asked for before the long work.
  await keys.privateKey(part);

  const target = path.join(into, part, version);
  const partial = `${target}.${process.pid}.partial`;
  await mkdir(partial, { recursive: true });
  try {
    const [{ entry, chunks }, description] = await Promise.all([
      build(part, version, partial),
      describe(part),
    ]);
    await compile(part, nodeConfiguration({ part, version, outputFolder: path.join(partial, 'node') }));
    if (part === 'shell') await addPublicFiles(partial);
    await hideSourceMaps(partial);
    await writeTypes(part, path.join(partial, 'types'));
    const files = await describeFiles(partial);
    const isShell = part === 'shell';
    const packages = sharedPackages(false);
    const release: Release = {
      name: part,
      version,
      revision: source.revision,
      contract: contractVersion(),
      shared: isShell ? [] : packages.map(({ request, range }) => ({ request, range })),
      provides: isShell
        ? packages.map(({ request, version: provided }) => ({ request, version: provided }))
        : [],
      entry,
      globalName: globalName(part, version),
      routes: description.routes,
      menu: description.menu,
      pages: Object.fromEntries(
        Object.entries(description.pages).map(([route, request]) => [route, chunks.get(request) ?? []]),
      ),
      files,
    };
    const signed = await signRelease(release, keys);
    await writeFile(path.join(partial, RELEASE_FILE), `${JSON.stringify(signed, null, 2)}\n`);
    await rm(target, { recursive: true, force: true });
    await rename(partial, target);
    return release;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** What was packed under a key that is trusted no longer is packed again. */
async function packedBefore(into: string, part: string, version: string, keys: Keys) {
  const storage = folderStorage(into);
  return readVerifiedRelease(storage, part, version, keys).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
}

interface Build {
  /** The script that starts the part. */
  readonly entry: string;
  /** The scripts that come for an `import()`, by what it imports. */
  readonly chunks: ReadonlyMap<string, readonly string[]>;
}

async function build(part: string, version: string, outputFolder: string): Promise<Build> {
  const stats = await compile(part, configuration({ part, mode: 'production', version, outputFolder }));
  const name = part === 'shell' ? 'main' : globalName(part, version);
  const files = stats.compilation.entrypoints.get(name)?.getFiles() ?? [];
  // What it stands on comes before it.
  const entry = files.filter((file) => file.endsWith('.js')).at(-1);
  if (!entry) throw new Error(`The build of ${part} has no entry script.`);
  const chunks = stats.compilation.chunkGroups.flatMap((group) =>
    group.origins.flatMap(({ request }): [string, string[]][] =>
      request ? [[request, group.getFiles().filter((file) => file.endsWith('.js'))]] : [],
    ),
  );
  return { entry, chunks: new Map(chunks) };
}

/** @throws Error with webpack's own words. */
function compile(part: string, wanted: Configuration): Promise<Stats> {
  const compiler = webpack(wanted);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(error);
        if (!stats || stats.hasErrors()) {
          const said = stats?.toString({ preset: 'errors-only', colors: false });
          return reject(new Error(said ?? `The build of ${part} has no result.`));
        }
        resolve(stats);
      });
    });
  });
}

/** What a remote says of itself, asked in a process of its own so that its code cannot touch the build. */
async function describe(part: string): Promise<RemoteDescription> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', path.join(root, 'shell/release/describe-remote.ts'), part],
    { cwd: root },
  );
  return JSON.parse(stdout) as RemoteDescription;
}

/** Static files of the site travel with the shell's release: what is kept in its folder, and what is drawn. */
async function addPublicFiles(folder: string): Promise<void> {
  const publicFolder = path.join(folder, 'public');
  await cp(path.join(root, 'shell/public'), publicFolder, { recursive: true });
  await drawStaticFiles(publicFolder);
}

/** Draws art, icons and cards into a folder, in a process of its own that compiles JSX as the kit wants it. */
export async function drawStaticFiles(folder: string): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', path.join(root, 'shell/art/main.ts'), folder],
    { cwd: root, env: { ...process.env, TSX_TSCONFIG_PATH: path.join(root, 'shell/tsconfig.json') } },
  );
}

/** A source map (ECMA-426), as far as it is read here. */
interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

/**
 * Source maps are for the team's own tools: they travel with the release, where nobody serves them. What depends on
 * the folder of the build goes: what webpack and federation make up, and the names of scripts before they were hashed.
 */
async function hideSourceMaps(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.map')) continue;
    const map = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as SourceMap;
    const stable = {
      ...map,
      file: path.basename(name, '.map'),
      sources: map.sources.map((source) => source.replace(/(\/\.federation\/entry)\.[0-9a-f]+/, '$1')),
      sourcesContent: map.sourcesContent?.map((content, index) =>
        /\/\.federation\/|^webpack:\/\/[^/]+\/webpack\//.test(map.sources[index] ?? '') ? null : content,
      ),
    };
    const target = path.join(folder, 'maps', name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, JSON.stringify(stable));
    await rm(path.join(folder, name));
  }
}

/** Hashes every file and puts compressed copies beside those that gain from it. */
async function describeFiles(folder: string): Promise<Record<string, ReleasedFile>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  const described = await Promise.all(
    names.map(async (name): Promise<[string, ReleasedFile]> => {
      const file = path.join(folder, name);
      const bytes = await readFile(file);
      const integrity = integrityOf(bytes);
      const served = !PRIVATE_FOLDERS.some((hidden) => name.startsWith(`${hidden}/`));
      const brotliBytes = served && COMPRESSIBLE.test(name) ? await compress(file, bytes) : bytes.length;
      return [name, { integrity, bytes: bytes.length, brotliBytes }];
    }),
  );
  return Object.fromEntries(described);
}

async function compress(file: string, bytes: Buffer): Promise<number> {
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
  return brotli.length;
}
