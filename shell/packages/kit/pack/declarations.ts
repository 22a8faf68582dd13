import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { inTemporaryFolder } from '../../node/files';
import { folderOf, kitFolder, packageFolder, root } from '../../node/folders';
import { compiler, runNode } from '../../node/node';
import { packageSources, readExports, sourceBase } from '../../node/package-sources';
import { UserError } from '../../node/user-error';
import { addThirdPartyTypes, collectThirdPartyTypes, THIRD_PARTY_FILE } from './third-party-types';

/** The project's packages that the shell or remotes are built from. */
export type PackageName = '@isa/contract' | '@isa/ui' | '@isa/api-contract';

/** The declarations that the type gate needs after the sources have changed. */
const INCLUDED: Readonly<Record<'shell' | 'remote', readonly PackageName[]>> = {
  shell: ['@isa/contract', '@isa/ui', '@isa/api-contract'],
  // These are the packages that a remote bundles, and so uses in its own version.
  remote: ['@isa/ui', '@isa/api-contract'],
};

function readManifest(folder: string) {
  const { version, entries } = readExports(folder);
  return { version, entries: entries.filter(({ entry }) => entry !== './testing') };
}

/**
 * Writes the files that the type gate compiles: a shell's contract as declarations, or a remote's sources,
 * each with the declarations of what it uses.
 * @throws UserError with the compiler's output when the declarations cannot be generated.
 */
export async function writeTypes(app: string, target: string): Promise<void> {
  const isShell = app === 'shell';
  const names = INCLUDED[isShell ? 'shell' : 'remote'];
  const used = await inCacheFolder('declarations-', async (folder) => {
    // Packages from outside this project are installed, and contain their own declarations.
    const own = names.filter((name) =>
      readManifest(packageFolder(name)).entries.some(({ types }) => !types.endsWith('.d.ts')),
    );
    const compiled = await compilePackages(own, folder, { declarationsOnly: true });
    for (const name of names) {
      const dist = compiled.get(name) ?? path.join(packageFolder(name), 'dist');
      await writePackage(name, dist, path.join(target, name));
    }
    const files = isShell ? typeFilesOf(names) : [path.join(folderOf(app), 'src/remote.tsx')];
    const output = await runCompiler('Listing the types', folder, files, {}, '--listFilesOnly');
    return output.split('\n').filter((line) => path.isAbsolute(line));
  });
  await writeFile(path.join(target, THIRD_PARTY_FILE), await collectThirdPartyTypes(used, isShell));
  if (isShell) return;
  await cp(path.join(folderOf(app), 'src'), path.join(target, 'src'), {
    recursive: true,
    // Files that visitors never run are left out: tests, stories, fixtures, and the standalone page.
    filter: (file) => !/\.(?:test|stories)\.tsx?$|[\\/]testing$|[\\/]standalone\.tsx$/.test(file),
  });
}

function typeFilesOf(names: readonly PackageName[]): readonly string[] {
  return names.flatMap((name) => {
    const folder = realFolder(name);
    return readManifest(folder).entries.map(({ types }) => path.join(folder, types));
  });
}

/** Calls `body` with a temporary folder inside the project, where third-party types such as React's are found. */
export function inCacheFolder<T>(prefix: string, body: (folder: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder(prefix, body, path.join(root, '.cache'));
}

/** Runs the compiler with the project's options, except those given. @returns its output. */
async function runCompiler(
  task: string,
  folder: string,
  files: readonly string[],
  options: Readonly<Record<string, unknown>>,
  ...flags: readonly string[]
): Promise<string> {
  const compilerOptions = { lib: ['es2023', 'dom', 'dom.iterable'], types: [], ...options };
  const content = { extends: path.join(kitFolder, 'tsconfig.base.json'), compilerOptions, files };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(content));
  return runNode(task, compiler('-p', folder, '--pretty', 'false', ...flags), { cwd: folder });
}

/**
 * Compiles packages of this project.
 * @param declarationsOnly without JavaScript and source maps.
 * @returns the folder `dist` of each.
 */
export async function compilePackages(
  names: readonly PackageName[],
  folder: string,
  { declarationsOnly }: { readonly declarationsOnly: boolean },
): Promise<ReadonlyMap<PackageName, string>> {
  if (names.length === 0) return new Map();
  const out = path.join(folder, 'out');
  const files = declarationsOnly ? typeFilesOf(names) : (await Promise.all(names.map(scriptsOf))).flat();
  await runCompiler(`Compiling ${names.join(' and ')}`, folder, files, {
    declaration: true,
    emitDeclarationOnly: declarationsOnly,
    sourceMap: !declarationsOnly,
    module: declarationsOnly ? 'esnext' : 'commonjs',
    verbatimModuleSyntax: declarationsOnly,
    // The sources were type-checked before.
    noCheck: true,
    rootDir: root,
    outDir: out,
    // Resolved through `node_modules`, the project's packages would count as external, and nothing would be emitted.
    paths: pathsTo(realFolder, () => true),
  });
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[PackageName, string]> => {
        const dist = path.join(folder, name, 'dist');
        await mkdir(path.dirname(dist), { recursive: true });
        const base = sourceBase(name);
        // Its sources stand in one folder, or else the folders keep their places.
        const compiled = path.join(out, path.relative(root, base), base === realFolder(name) ? 'src' : '');
        await rename(compiled, dist);
        return [name, dist];
      }),
    ),
  );
}

/** The real folder of a package of this project: `node_modules` links to it. */
const realFolder = (name: PackageName) => realpathSync(packageFolder(name));

async function scriptsOf(name: PackageName): Promise<readonly string[]> {
  return (await packageSources(name)).filter((file) => /\.tsx?$/.test(file));
}

async function writePackage(name: PackageName, declarations: string, target: string): Promise<void> {
  await cp(declarations, path.join(target, 'dist'), {
    recursive: true,
    filter: (file) => !path.extname(file) || file.endsWith('.d.ts'),
  });
  const manifest = readManifest(packageFolder(name));
  const exports = Object.fromEntries(
    manifest.entries.map(({ entry, built }) => [entry, { types: `${built}.d.ts` }]),
  );
  // The compiler treats packages with equal name and version as identical, whatever their content.
  const version = `${manifest.version}-${await hashOf(path.join(target, 'dist'))}`;
  await writeFile(
    path.join(target, 'package.json'),
    `${JSON.stringify({ name, version, exports }, null, 2)}\n`,
  );
}

async function hashOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    if (name.endsWith('.d.ts')) hash.update(`${name}\0`).update(await readFile(path.join(folder, name)));
  }
  return hash.digest('hex').slice(0, 12);
}

/**
 * Compiles a remote's sources against a shell's packages.
 * @param remote the folder `types` of the remote's release, and `shell` that of the shell's.
 * @param shared what it takes from the shell.
 * @returns the compiler's errors.
 */
export async function checkTypes(
  remote: string,
  shell: string,
  shared: readonly string[],
): Promise<readonly string[]> {
  return inTemporaryFolder('isa-types-', async (folder) => {
    // The folders are nested, because Node finds packages that way: those of the remote first, then those of
    // the shell around it.
    const own = path.join(folder, 'remote');
    const provided = path.join(folder, 'node_modules');
    await cp(path.join(remote, 'src'), path.join(own, 'src'), { recursive: true });
    await cp(path.join(remote, '@isa'), path.join(own, 'node_modules/@isa'), { recursive: true });
    await cp(path.join(shell, '@isa'), path.join(provided, '@isa'), { recursive: true });
    await addThirdPartyTypes(remote, path.join(own, 'node_modules'), shared);
    await addThirdPartyTypes(shell, provided);
    try {
      await runCompiler('Compiling the remote', own, ['src/remote.tsx'], {
        noEmit: true,
        noUnusedLocals: false,
        noUnusedParameters: false,
        paths: pathsTo(
          (name) => path.join(provided, name),
          (request) => shared.includes(request),
        ),
      });
      return [];
    } catch (error) {
      const lines = error instanceof UserError ? error.message.split('\n') : [];
      const errors = lines.filter((line) => /error TS\d+: /.test(line));
      if (errors.length === 0) throw error;
      return errors;
    }
  });
}

/** The compiler's `paths` option: the file with the types of each import, such as `@isa/contract/router`. */
function pathsTo(folderOfPackage: (name: PackageName) => string, isWanted: (request: string) => boolean) {
  const paths: Record<string, string[]> = {};
  for (const name of INCLUDED.shell) {
    const folder = folderOfPackage(name);
    for (const { entry, types } of readManifest(folder).entries) {
      const request = path.posix.join(name, entry);
      if (isWanted(request)) paths[request] = [path.join(folder, types)];
    }
  }
  return paths;
}
