import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { folderOf, root } from '../tools/folders';

/** The house's packages whose declarations a release keeps, and where their sources are. */
const PACKAGES = {
  '@isa/contract': 'shell/contract',
  '@isa/ui': 'shell/ui',
  '@isa/api-contract': 'api/contract',
} as const;
type PackageName = keyof typeof PACKAGES;

/** What a release is checked with later, when the sources have moved on: see decision 101. */
const KEPT: Readonly<Record<'shell' | 'remote', readonly PackageName[]>> = {
  // What remotes are promised.
  shell: ['@isa/contract', '@isa/ui', '@isa/api-contract'],
  // What a remote brings along in its own scripts, and so has in its own version.
  remote: ['@isa/ui', '@isa/api-contract'],
};

const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/**
 * Writes what types are checked with: of the shell its contract's declarations, of a remote its sources and the
 * declarations of what is built into it.
 * @throws Error with the compiler's words when there are no declarations to be had.
 */
export async function writeTypes(part: string, target: string): Promise<void> {
  const names = KEPT[part === 'shell' ? 'shell' : 'remote'];
  const declarations = await emitDeclarations(names);
  try {
    for (const name of names) {
      await writePackage(name, path.join(declarations, PACKAGES[name]), path.join(target, name));
    }
  } finally {
    await rm(declarations, { recursive: true, force: true });
  }
  if (part === 'shell') return;
  await cp(path.join(folderOf(part), 'src'), path.join(target, 'src'), {
    recursive: true,
    // What a visitor never runs: tests, their helpers, and the page of the remote alone.
    filter: (file) => !/\.test\.tsx?$|[\\/]testing$|[\\/]standalone\.tsx$/.test(file),
  });
}

/** @returns a folder with the tree of the house, for the caller to remove. */
async function emitDeclarations(names: readonly PackageName[]): Promise<string> {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(path.join(root, '.cache/declarations-'));
  const configuration = path.join(folder, 'tsconfig.json');
  const files = await Promise.all(names.map(sourcesOf));
  const compilerOptions = {
    composite: false,
    incremental: false,
    // The sources are checked elsewhere; here they are written down.
    noCheck: true,
    rootDir: root,
    outDir: folder,
    lib: ['es2023', 'dom', 'dom.iterable'],
    // Through `node_modules` the house's packages would count as somebody else's, which are not written down.
    paths: await ownSources(),
  };
  const content = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions,
    files: files.flat(),
    references: [],
  };
  await writeFile(configuration, JSON.stringify(content));
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', configuration], { cwd: root });
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`The declarations of ${names.join(' and ')} cannot be written:\n${saidBy(error)}`, {
      cause: error,
    });
  }
}

async function sourcesOf(name: PackageName): Promise<readonly string[]> {
  const { exports } = await readManifest(name);
  return Object.entries(exports)
    .filter(([entry]) => entry !== './testing')
    .map(([, target]) => path.join(root, PACKAGES[name], typesOf(target)));
}

async function ownSources(): Promise<Record<string, string[]>> {
  const paths: Record<string, string[]> = {};
  for (const name of KEPT.shell) {
    for (const [entry, target] of Object.entries((await readManifest(name)).exports)) {
      paths[path.posix.join(name, entry)] = [path.join(root, PACKAGES[name], typesOf(target))];
    }
  }
  return paths;
}

async function readManifest(name: PackageName): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(root, PACKAGES[name], 'package.json'), 'utf8')) as Manifest;
}

function typesOf(target: string | { readonly types: string }): string {
  return typeof target === 'string' ? target : target.types;
}

/** A package of nothing but declarations. */
async function writePackage(name: PackageName, declarations: string, target: string): Promise<void> {
  await cp(path.join(declarations, 'src'), path.join(target, 'src'), { recursive: true });
  const manifest = await readManifest(name);
  const exports = Object.fromEntries(
    Object.entries(manifest.exports)
      .filter(([entry]) => entry !== './testing')
      .map(([entry, source]) => [entry, { types: typesOf(source).replace(/\.tsx?$/, '.d.ts') }]),
  );
  // The compiler takes packages of one name and version for the same, whatever is in them.
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

/**
 * Compiles a remote's sources against what a shell provides.
 * @param remote the folder `types` of the remote's release, and `shell` that of the shell's.
 * @param shared what the remote takes from the shell, such as `@isa/contract/router`; the rest it has brought along.
 * @returns the compiler's complaints, one each; none when the remote fits.
 */
export async function complaintsOf(
  remote: string,
  shell: string,
  shared: readonly string[],
): Promise<readonly string[]> {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  // Inside the house, so that what both sides take from elsewhere, such as React's types, is found.
  const folder = await mkdtemp(path.join(root, '.cache/types-'));
  try {
    const provided = path.join(folder, 'shell/node_modules');
    await cp(path.join(remote, 'src'), path.join(folder, 'src'), { recursive: true });
    await cp(path.join(remote, '@isa'), path.join(folder, 'node_modules/@isa'), { recursive: true });
    await cp(path.join(shell, '@isa'), path.join(provided, '@isa'), { recursive: true });
    const compilerOptions = {
      composite: false,
      incremental: false,
      declaration: false,
      emitDeclarationOnly: false,
      noEmit: true,
      noUnusedLocals: false,
      noUnusedParameters: false,
      lib: ['es2023', 'dom', 'dom.iterable'],
      paths: await pathsTo(provided, shared),
    };
    const extended = path.join(root, 'tsconfig.json');
    const content = { extends: extended, compilerOptions, files: ['src/remote.tsx'], references: [] };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(content));
    const args = [compiler, '-p', folder, '--pretty', 'false'];
    await promisify(execFile)(process.execPath, args, { cwd: folder });
    return [];
  } catch (error) {
    const complaints = saidBy(error)
      .split('\n')
      .filter((line) => /error TS\d+: /.test(line));
    if (complaints.length === 0) throw error;
    return complaints;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Leads the compiler to the shell's declarations of whatever the remote takes from it. */
async function pathsTo(packages: string, shared: readonly string[]): Promise<Record<string, string[]>> {
  const paths: Record<string, string[]> = {};
  for (const name of KEPT.shell) {
    const folder = path.join(packages, name);
    const { exports } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;
    for (const [entry, target] of Object.entries(exports)) {
      const request = path.posix.join(name, entry);
      if (shared.includes(request)) paths[request] = [path.join(folder, typesOf(target))];
    }
  }
  return paths;
}

function saidBy(error: unknown): string {
  const { stdout } = typeof error === 'object' && error && 'stdout' in error ? error : { stdout: undefined };
  return typeof stdout === 'string' && stdout ? stdout.trim() : String(error);
}
