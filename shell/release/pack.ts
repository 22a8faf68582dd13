import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Stats } from 'webpack';
import { compile } from '../webpack/compile';
import { z } from 'zod';
import { parseJson } from '../formats/parse-json';
import { PRIVATE_FOLDERS, type Release, RELEASE_FILE, type ReleasedFile } from '../formats/release';
import { integrityOf } from '../store/integrity';
import { type Keys, localKeys, requireTrustedKey } from '../store/keys/local-keys';
import { readVerifiedRelease, requireVersion, signRelease } from '../store/release-file';
import { defaultStorage } from '../store/storage/default-storage';
import { folderStorage } from '../store/storage/folder';
import type { Storage } from '../store/storage/storage';
import { folderOf, packageVersion } from '../tools/folders';
import { packedFolder } from '../tools/locations';
import { UserError } from '../tools/user-error';
import { configuration, globalName, nodeConfiguration, starterConfiguration } from '../webpack/configuration';
import { contractVersion, sharedPackages } from '../webpack/shared-packages';
import { writeTypes } from './declarations';
import { describeApp } from './describe-app';
import { addPublicFiles } from './public-files';
import { sourceRevision } from './revision';
import { describePackages } from './sbom';

/** The list of packages in a release's builds, for scanners of vulnerabilities; no page loads it. */
const SBOM_FILE = 'sbom.cdx.json';

/** Files that get compressed copies; all others are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg|json|html|txt|xml|webmanifest|vtt)$/;

/** The version of an app's sources: its package's version, and a hash of the sources. */
export async function versionOf(
  app: string,
): Promise<{ readonly version: string; readonly revision: string }> {
  const revision = await sourceRevision(app);
  return { version: `${packageVersion(folderOf(app))}-${revision}`, revision };
}

export interface PackOptions {
  readonly app: string;
  /** By default the version of the package together with the hash of the sources. */
  readonly version?: string;
  /** A folder that gets `<app>/<version>/`. */
  readonly into?: string;
  readonly keys?: Keys;
  /** The store that the release is meant for. */
  readonly storage?: Storage;
}

/**
 * Builds an app into a folder and signs it with its team's key, unless the folder has this release already. Equal
 * sources give equal bytes. The release is built in a temporary folder and then renamed, so it is complete or absent.
 * @throws UserError when the sources do not build, this machine does not hold a trusted key of the team, or other sources
 * are published under this version.
 */
export async function pack({
  app,
  into = packedFolder,
  keys = localKeys,
  ...options
}: PackOptions): Promise<Release> {
  if (options.version) requireVersion(options.version);
  const source = await versionOf(app);
  const version = requireVersion(options.version ?? source.version);
  // A derived version contains the hash of the sources.
  if (options.version)
    await requireUnpublished(options.storage ?? defaultStorage(), app, version, source.revision);
  const present = await readPacked(into, app, version, keys);
  if (present?.revision === source.revision) return present;
  await requireTrustedKey(app, keys);

  const target = path.join(into, app, version);
  const partial = `${target}.${process.pid}.partial`;
  await mkdir(partial, { recursive: true });
  try {
    const [{ entry, chunks, stats }, { routes, menu, pages }] = await Promise.all([
      build(app, version, partial),
      describeApp(app),
    ]);
    const nodeBuild = nodeConfiguration({ app, version, outputFolder: path.join(partial, 'node') });
    const nodeStats = await compile(app, nodeBuild);
    await writeFile(path.join(partial, SBOM_FILE), describePackages(app, version, [stats, nodeStats]));
    if (app === 'shell') await addPublicFiles(path.join(partial, 'public'));
    await moveSourceMaps(partial);
    await writeTypes(app, path.join(partial, 'types'));
    const isShell = app === 'shell';
    const packages = sharedPackages(false);
    const release: Release = {
      name: app,
      version,
      revision: source.revision,
      contract: contractVersion(),
      shared: isShell ? [] : packages.map(({ request, range }) => ({ request, range })),
      provides: isShell
        ? packages.map(({ request, version: provided }) => ({ request, version: provided }))
        : [],
      entry,
      globalName: globalName(app, version),
      routes,
      menu,
      pages: Object.fromEntries(
        Object.entries(pages).map(([route, request]) => [route, chunks.get(request) ?? []]),
      ),
      files: await compressAndHash(partial),
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

/** @throws UserError when a release of other sources is published with this version. */
async function requireUnpublished(
  storage: Storage,
  app: string,
  version: string,
  revision: string,
): Promise<void> {
  // Whoever packs may lack the right to read the store; publish refuses then.
  const stored = await storage.read(`${app}/${version}/${RELEASE_FILE}`).catch(() => undefined);
  const published = stored && parseJson(stored.bytes, publishedRevision);
  if (!published || published.release.revision === revision) return;
  throw new UserError(`${app}@${version} is published already, with other bytes. Choose another version.`);
}

const publishedRevision = z.object({ release: z.object({ revision: z.string() }) });

/** A release that is signed with a key that is no longer trusted is packed again. */
async function readPacked(into: string, app: string, version: string, keys: Keys) {
  return readVerifiedRelease(folderStorage(into), app, version, keys).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
}

interface Build {
  /** The script that starts the app. */
  readonly entry: string;
  /** The scripts that an `import()` loads, by the imported module. */
  readonly chunks: ReadonlyMap<string, readonly string[]>;
  readonly stats: Stats;
}

async function build(app: string, version: string, outputFolder: string): Promise<Build> {
  const stats = await compile(app, configuration({ app, mode: 'production', version, outputFolder }));
  const { compilation } = stats;
  const name = app === 'shell' ? 'main' : globalName(app, version);
  const scripts = (files: readonly string[]) => files.filter((file) => file.endsWith('.js'));
  // The scripts that the entry depends on come before it.
  const entry = scripts(compilation.entrypoints.get(name)?.getFiles() ?? []).at(-1);
  if (!entry) throw new Error(`The build of ${app} has no entry script.`);
  const chunks = compilation.chunkGroups.flatMap((group) =>
    group.origins.flatMap(({ request }): [string, string[]][] =>
      request ? [[request, scripts(group.getFiles())]] : [],
    ),
  );
  if (app === 'shell') await compile(app, starterConfiguration(outputFolder));
  return { entry, chunks: new Map(chunks), stats };
}

/** The fields of a source map (ECMA-426) that are changed here. */
const sourceMap = z.looseObject({
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string().nullable()).exactOptional(),
});

/**
 * Moves source maps to `maps/`, which is never served: they are for the team's own tools. Removes what depends on the
 * folder of the build: generated sources of webpack and federation, and the names of scripts before they were hashed.
 */
async function moveSourceMaps(folder: string): Promise<void> {
  for (const name of await folderStorage(folder).list('')) {
    if (!name.endsWith('.map')) continue;
    const map = sourceMap.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8')));
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

/** Hashes every file of a release and writes compressed copies of the files that are served and benefit from it. */
async function compressAndHash(folder: string): Promise<Record<string, ReleasedFile>> {
  const names = await folderStorage(folder).list('');
  const files = await Promise.all(
    names.map(async (name): Promise<[string, ReleasedFile]> => {
      const file = path.join(folder, name);
      const bytes = await readFile(file);
      const integrity = integrityOf(bytes);
      const isServed = !PRIVATE_FOLDERS.some((hidden) => name.startsWith(`${hidden}/`));
      const brotliBytes = isServed && COMPRESSIBLE.test(name) ? await compress(file, bytes) : bytes.length;
      return [name, { integrity, bytes: bytes.length, brotliBytes }];
    }),
  );
  return Object.fromEntries(files);
}

/** @returns the size of the brotli copy, in bytes. */
async function compress(file: string, bytes: Buffer): Promise<number> {
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
  return brotli.length;
}
