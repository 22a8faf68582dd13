import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import webpack from 'webpack';
import { configuration, globalName } from '../webpack/configuration';
import { folderOf, packageVersion, root } from '../webpack/folders';
import { contractVersion, sharedPackages } from '../webpack/shared-packages';
import type { RemoteDescription } from './describe-remote';
import { sourceRevision } from './revision';
import { readRelease, type Release, type ReleasedFile, releaseFolder, writeJson } from './store';

/** What is compressed already, or never served, has no copies. */
const COMPRESSIBLE = /\.(?:js|css|svg|json|html|txt|xml|webmanifest|vtt)$/;

/** The version that a part's sources make: its package's, and their hash. */
export async function versionOf(
  part: string,
): Promise<{ readonly version: string; readonly revision: string }> {
  const revision = await sourceRevision(part);
  return { version: `${packageVersion(folderOf(part))}-${revision}`, revision };
}

/**
 * Builds a part into the store, unless that very release is there. A release is complete or absent: it is
 * made beside its place and moved there.
 * @throws Error with webpack's own words when the sources do not build.
 */
export async function pack(part: string): Promise<Release> {
  const { version, revision } = await versionOf(part);
  const present = await readRelease(part, version);
  if (present) return present;

  const target = releaseFolder(part, version);
  const partial = `${target}.${process.pid}.partial`;
  await mkdir(partial, { recursive: true });
  try {
    const [entry, description] = await Promise.all([build(part, version, partial), describe(part)]);
    if (part === 'shell') await addPublicFiles(partial);
    const files = await describeFiles(partial);
    const release: Release = {
      name: part,
      version,
      revision,
      contract: contractVersion(),
      shared: part === 'shell' ? [] : sharedPackages(false).map(({ request, range }) => ({ request, range })),
      entry,
      globalName: globalName(part, version),
      routes: description.routes,
      menu: description.menu,
      files,
    };
    await writeJson(path.join(partial, 'release.json'), release);
    await rm(target, { recursive: true, force: true });
    await rename(partial, target);
    return release;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** @returns the name of the script that starts the part. */
function build(part: string, version: string, outputFolder: string): Promise<string> {
  const compiler = webpack(configuration({ part, mode: 'production', version, outputFolder }));
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(error);
        if (!stats || stats.hasErrors()) {
          return reject(new Error(stats?.toString({ preset: 'errors-only', colors: false }) ?? 'No result.'));
        }
        const name = part === 'shell' ? 'main' : globalName(part, version);
        const files = stats.compilation.entrypoints.get(name)?.getFiles() ?? [];
        // What it stands on comes before it.
        const entry = files.filter((file) => file.endsWith('.js')).at(-1);
        if (!entry) return reject(new Error(`The build of ${part} has no entry script.`));
        resolve(entry);
      });
    });
  });
}

/** What a remote says of itself, asked in a process of its own so that its code cannot touch the build. */
async function describe(part: string): Promise<Pick<RemoteDescription, 'routes' | 'menu'>> {
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
    ['--conditions=source', '--import', 'tsx', path.join(root, 'shell/ui/scripts/main.ts'), folder],
    { cwd: root, env: { ...process.env, TSX_TSCONFIG_PATH: path.join(root, 'shell/ui/tsconfig.json') } },
  );
}

/** Hashes every file and puts compressed copies beside those that gain from it. */
async function describeFiles(folder: string): Promise<Record<string, ReleasedFile>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  const described = await Promise.all(
    names.map(async (name): Promise<[string, ReleasedFile]> => {
      const file = path.join(folder, name);
      const bytes = await readFile(file);
      const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
      const brotliBytes = COMPRESSIBLE.test(name) ? await compress(file, bytes) : bytes.length;
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
