import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The project's root: the nearest folder above the working directory whose package is named `isa`. */
export const root = findRoot(process.cwd());

/** Everything that this machine generates: releases, registry, database, logs. Not in git. */
export const dataFolder = path.resolve(process.env.DATA_FOLDER || path.join(root, '.data'));

function findRoot(from: string): string {
  const manifest = path.join(from, 'package.json');
  if (existsSync(manifest) && readManifest(manifest).name === 'isa') return from;
  const above = path.dirname(from);
  if (above === from) throw new Error('Run this command inside the project.');
  return findRoot(above);
}

function readManifest(file: string): { readonly name: string; readonly version: string } {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof value === 'object' && value !== null && 'name' in value && 'version' in value) {
    return { name: String(value.name), version: String(value.version) };
  }
  return { name: '', version: '' };
}

/** The folder of an app's package: `shell` or `mfe-<name>`. */
export function folderOf(app: string): string {
  return path.join(root, app === 'shell' ? 'shell' : `mfe-${app}`);
}

/** The names of all remotes of the project, sorted. */
export function remoteNames(): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('mfe-'))
    .map((entry) => entry.name.slice('mfe-'.length))
    .sort();
}

/** The names of all apps of the project: the shell and the remotes. */
export function appNames(): readonly string[] {
  return ['shell', ...remoteNames()];
}

/** The folder of an installed package, whether or not its export map includes its manifest. */
export function packageFolder(name: string): string {
  for (const above of [path.join(root, 'shell'), root]) {
    const folder = path.join(above, 'node_modules', name);
    if (existsSync(folder)) return folder;
  }
  throw new Error(`The package ${name} is not installed.`);
}

export function packageVersion(folder: string): string {
  return readManifest(path.join(folder, 'package.json')).version;
}
