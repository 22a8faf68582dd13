import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { folderOf, root } from '../tools/folders';
import { compiler, runNode, sourceScript } from '../tools/node';
import { UserError } from '../tools/user-error';

/** The project's packages whose declarations a release contains, and the folders of their sources. */
const PACKAGES = {
  '@isa/contract': 'shell/contract',
  '@isa/ui': 'shell/ui',
  '@isa/api-contract': 'api/contract',
} as const;
type PackageName = keyof typeof PACKAGES;

/** The declarations that the type gate needs after the sources have changed (decision 101). */
const INCLUDED: Readonly<Record<'shell' | 'remote', readonly PackageName[]>> = {
  // What the shell provides to remotes.
  shell: ['@isa/contract', '@isa/ui', '@isa/api-contract'],
  // What a remote bundles, and so uses in its own version.
  remote: ['@isa/ui', '@isa/api-contract'],
};

const manifestSchema = z.object({
  version: z.string(),
  exports: z.record(z.string(), z.union([z.string(), z.object({ types: z.string() })])),
});

/** A package's version, and the file with the types of each of its entries. */
async function readManifest(folder: string) {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8');
  const { version, exports } = manifestSchema.parse(JSON.parse(text));
  const entries = Object.entries(exports)
    .filter(([entry]) => entry !== './testing')
    .map(([entry, target]) => ({ entry, types: typeof target === 'string' ? target : target.types }));
  return { version, entries };
}

const sourcesOf = (name: PackageName) => path.join(root, PACKAGES[name]);

/**
 * Writes the files that the type gate compiles: for the shell the declarations of its contract, for a remote its
 * sources and the declarations of the packages that it bundles.
 * @throws UserError with the compiler's output when the declarations cannot be generated.
 */
export async function writeTypes(app: string, target: string): Promise<void> {
  const names = INCLUDED[app === 'shell' ? 'shell' : 'remote'];
  await inCacheFolder('declarations-', async (folder) => {
    await emitDeclarations(names, folder);
    for (const name of names) {
      await writePackage(name, path.join(folder, PACKAGES[name]), path.join(target, name));
    }
  });
  if (app === 'shell') return;
  await cp(path.join(folderOf(app), 'src'), path.join(target, 'src'), {
    recursive: true,
    // Without what visitors never run: tests, stories, fixtures, and the standalone page.
    filter: (file) => !/\.(?:test|stories)\.tsx?$|[\\/]testing$|[\\/]standalone\.tsx$/.test(file),
  });
}

/** Calls `body` with a temporary folder inside the project, where third-party types such as React's are found. */
export async function inCacheFolder<T>(prefix: string, body: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(path.join(root, '.cache', prefix));
  try {
    return await body(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the compiler with the project's options, except those given. */
async function compileTypes(
  task: string,
  folder: string,
  files: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  const compilerOptions = {
    composite: false,
    incremental: false,
    lib: ['es2023', 'dom', 'dom.iterable'],
    ...options,
  };
  const content = { extends: path.join(root, 'tsconfig.json'), compilerOptions, files, references: [] };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(content));
  await runNode(task, compiler('-p', folder, '--pretty', 'false'), { cwd: folder });
}

/** Writes the declarations of packages to a folder, in the folder structure of the project. */
async function emitDeclarations(names: readonly PackageName[], folder: string): Promise<void> {
  const files = await Promise.all(
    names.map(async (name) => {
      const { entries } = await readManifest(sourcesOf(name));
      return entries.map(({ types }) => path.join(sourcesOf(name), types));
    }),
  );
  await compileTypes(`Writing the declarations of ${names.join(' and ')}`, folder, files.flat(), {
    // The sources were type-checked before.
    noCheck: true,
    rootDir: root,
    outDir: folder,
    // Resolved through `node_modules`, the project's packages would count as external, and nothing would be emitted.
    paths: await pathsTo(sourcesOf, () => true),
  });
}

/** Writes a package that consists of declarations only. */
async function writePackage(name: PackageName, declarations: string, target: string): Promise<void> {
  await cp(path.join(declarations, 'src'), path.join(target, 'src'), { recursive: true });
  const manifest = await readManifest(sourcesOf(name));
  const exports = Object.fromEntries(
    manifest.entries.map(({ entry, types }) => [entry, { types: types.replace(/\.tsx?$/, '.d.ts') }]),
  );
  // The compiler treats packages with equal name and version as identical, whatever their content.
  const version = `${manifest.version}-${await hashOf(path.join(target, 'src'))}`;
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

const deprecatedUses = z.array(
  z.object({
    /** The export or member. */
    name: z.string(),
    /** The text of its `@deprecated` tag, which names what replaces it. */
    advice: z.string(),
    /** The first use: `src/remote.tsx:12`. */
    place: z.string(),
  }),
);
export type DeprecatedUse = z.infer<typeof deprecatedUses>[number];

export interface TypeCheck {
  /** The compiler's errors; none when the remote is compatible. */
  readonly errors: readonly string[];
  /** What the remote uses although the shell marks it as `@deprecated`. */
  readonly deprecated: readonly DeprecatedUse[];
}

/**
 * Compiles a remote's sources against the packages that a shell provides.
 * @param remote the folder `types` of the remote's release, and `shell` that of the shell's.
 * @param shared what the remote takes from the shell, such as `@isa/contract/router`; it bundles the rest.
 */
export async function checkTypes(
  remote: string,
  shell: string,
  shared: readonly string[],
): Promise<TypeCheck> {
  return inCacheFolder('types-', async (folder) => {
    const provided = path.join(folder, 'shell/node_modules');
    await cp(path.join(remote, 'src'), path.join(folder, 'src'), { recursive: true });
    await cp(path.join(remote, '@isa'), path.join(folder, 'node_modules/@isa'), { recursive: true });
    await cp(path.join(shell, '@isa'), path.join(provided, '@isa'), { recursive: true });
    try {
      await compileTypes('Compiling the remote', folder, ['src/remote.tsx'], {
        declaration: false,
        emitDeclarationOnly: false,
        noEmit: true,
        noUnusedLocals: false,
        noUnusedParameters: false,
        paths: await pathsTo(
          (name) => path.join(provided, name),
          (request) => shared.includes(request),
        ),
      });
      return { errors: [], deprecated: await findDeprecatedUses(folder, provided) };
    } catch (error) {
      const lines = error instanceof UserError ? error.message.split('\n') : [];
      const errors = lines.filter((line) => /error TS\d+: /.test(line));
      if (errors.length === 0) throw error;
      return { errors, deprecated: [] };
    }
  });
}

/** The compiler's `paths` option: the file with the types of each import, such as `@isa/contract/router`. */
async function pathsTo(
  folderOfPackage: (name: PackageName) => string,
  isWanted: (request: string) => boolean,
): Promise<Record<string, string[]>> {
  const paths: Record<string, string[]> = {};
  for (const name of INCLUDED.shell) {
    const folder = folderOfPackage(name);
    for (const { entry, types } of (await readManifest(folder)).entries) {
      const request = path.posix.join(name, entry);
      if (isWanted(request)) paths[request] = [path.join(folder, types)];
    }
  }
  return paths;
}

/**
 * Finds what a remote uses although the shell marks it as `@deprecated`.
 * @param folder contains the remote's sources and the `tsconfig.json` with which they compile.
 * @param provided the folder of the shell's declarations.
 */
async function findDeprecatedUses(folder: string, provided: string): Promise<readonly DeprecatedUse[]> {
  if (!(await containsDeprecations(provided))) return [];
  // A process of its own: only the JavaScript version of the compiler has an interface, which no role needs.
  const script = sourceScript('shell/release/print-deprecated-uses.ts', folder, provided);
  return deprecatedUses.parse(JSON.parse(await runNode('Finding deprecated exports', script)));
}

async function containsDeprecations(folder: string): Promise<boolean> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    if ((await readFile(path.join(folder, name), 'utf8')).includes('@deprecated')) return true;
  }
  return false;
}
