import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import {
  isPublicFile,
  isPublicScript,
  type Release,
  type ReleasedFile,
} from '../../../platform/formats/release';
import { compressed } from '../../../platform/formats/compressed';
import { integrityOf } from '../../../platform/formats/integrity-of';
import { moduleProblem } from '../../../platform/formats/module-syntax';
import { filesBelow } from '../../node/files';
import { folderOf, packageFolder, packageVersion, readManifest, root } from '../../node/folders';
import { UserError } from '../../node/user-error';
import { buildForBrowser, buildForNode } from '../webpack/build';
import { globalName } from '../webpack/build-options';
import { sharedPackages } from '../webpack/shared-packages';
import { writeTypes } from './declarations';
import { describeApp } from './describe-app';
import { describePackages } from './sbom';

/** The list of packages in a release's builds, for scanners of vulnerabilities; no page loads it. */
const SBOM_FILE = 'sbom.cdx.json';

/** Files that get compressed copies; all others are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg|json|html|txt|xml|webmanifest|vtt)$/;

/** Equal sources give equal bytes. @returns what the app's team signs. */
export async function buildRelease(
  { name: app, version, revision }: Pick<Release, 'name' | 'version' | 'revision'>,
  folder: string,
): Promise<Release> {
  const [{ entry, chunks, modules }, { routes, menu, pages, calls }] = await Promise.all([
    buildForBrowser({ app, version, outputFolder: folder }),
    describeApp(app),
  ]);
  // Federation's plugin writes it alongside `mf-manifest.json`, with the sources that use each package.
  await rm(path.join(folder, 'mf-stats.json'));
  const server = await buildForNode({ app, version, outputFolder: path.join(folder, 'node') });
  await writeFile(path.join(folder, SBOM_FILE), describePackages(app, version, [...modules, ...server]));
  if (app === 'shell') {
    // The module is loaded here, because a remote needs no program that draws pictures.
    const { addPublicFiles } = await import('./public-files');
    await addPublicFiles(path.join(folder, 'public'));
  }
  await moveSourceMaps(app, folder);
  await writeTypes(app, path.join(folder, 'types'));
  const isShell = app === 'shell';
  // The budget of the app's scripts, in bytes under brotli.
  const sizes = readManifest(folderOf(app)).isa?.sizes;
  const packages = sharedPackages(app, false);
  return {
    name: app,
    version,
    revision,
    contract: packageVersion(packageFolder('@isa/contract')),
    shared: isShell ? [] : packages.map(({ request, range }) => ({ request, range })),
    provides: isShell
      ? packages.map(({ request, version: provided }) => ({ request, version: provided }))
      : [],
    sharesFiles: true,
    entry,
    globalName: globalName(app, version),
    routes,
    menu,
    pages: Object.fromEntries(
      Object.entries(pages).map(([route, request]) => [route, chunks.get(request) ?? []]),
    ),
    calls,
    ...(sizes && { sizes }),
    files: await compressAndHash(folder, isShell ? () => undefined : moduleProblem),
  };
}

/** The names of all files of a build, in one order. */
async function namesBelow(folder: string): Promise<readonly string[]> {
  const files = await filesBelow(folder);
  return files.map((file) => path.relative(folder, file).split(path.sep).join('/')).sort();
}

/** The fields of a source map (ECMA-426) that are changed here. */
const sourceMap = z.looseObject({
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string().nullable()).exactOptional(),
});

/**
 * Moves source maps to `maps/`, which is never served. Names sources by their place in the repository, and removes what
 * depends on the folder of the build, and the names of scripts before they were hashed.
 */
async function moveSourceMaps(app: string, folder: string): Promise<void> {
  const appFolder = path.relative(root, folderOf(app)).split(path.sep).join('/');
  for (const name of await namesBelow(folder)) {
    if (!name.endsWith('.map')) continue;
    const map = sourceMap.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8')));
    // The shell's first script is named after its package, which has a scope.
    const places = map.sources.map((source) => source.replace(/^webpack:\/\/(?:@[^/]+\/)?[^/]+\//, ''));
    const stable = {
      ...map,
      file: path.basename(name, '.map'),
      sources: places.map((place) => {
        if (place.startsWith('data:')) return 'webpack:///webpack/federation';
        return `webpack:///${/^\.\.?\//.test(place) ? path.posix.join(appFolder, place) : place}`;
      }),
      sourcesContent: map.sourcesContent?.map((content, index) =>
        /^(?:webpack\/|data:)/.test(places[index] ?? '') ? null : content,
      ),
    };
    const target = path.join(folder, 'maps', name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, JSON.stringify(stable));
    await rm(path.join(folder, name));
  }
}

/** Hashes every file of a release and writes compressed copies of the files that are served and benefit from it. */
async function compressAndHash(folder: string, problemOf: typeof moduleProblem) {
  const names = await namesBelow(folder);
  const files = await Promise.all(
    names.map(async (name): Promise<[string, ReleasedFile]> => {
      const file = path.join(folder, name);
      const bytes = await readFile(file);
      const problem = isPublicScript(name) ? problemOf(name, bytes) : undefined;
      if (problem) throw new UserError(`The build is refused: ${problem}.`);
      const integrity = integrityOf(bytes);
      const isServed = isPublicFile(name);
      const brotliBytes = isServed && COMPRESSIBLE.test(name) ? await compress(file, bytes) : bytes.length;
      return [name, { integrity, bytes: bytes.length, brotliBytes }];
    }),
  );
  return Object.fromEntries(files);
}

/** @returns the size of the brotli copy, in bytes. */
async function compress(file: string, bytes: Buffer): Promise<number> {
  const [brotli, gzipped] = await Promise.all([compressed(bytes, '.br'), compressed(bytes, '.gz')]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
  return brotli.length;
}
