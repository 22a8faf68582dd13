import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const versions = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  version: z.string().default(''),
  dependencies: versions,
  devDependencies: versions,
  peerDependencies: versions,
  isa: z
    .object({
      /** The folders of the apps by their names, in the package.json of a project's root. */
      apps: z.record(z.string(), z.string()).optional(),
      /** The budget of the scripts, in the package.json of an app. */
      sizes: z.object({ start: z.number(), all: z.number() }).optional(),
    })
    .optional(),
});

const project = findProject(process.cwd());

/** The project's root: the nearest folder above the working directory whose package.json has the field `isa.apps`. */
export const root = project.folder;

/** Everything that this machine generates: releases, registry, database, logs. Not in git. */
export const dataFolder = path.resolve(process.env.DATA_FOLDER || path.join(root, '.data'));

/** Whether this process runs scripts of the installed package `@isa/remote-kit`, in the repository of a remote. */
export const isKit = process.env.REMOTE_KIT === 'yes';

export const kitFolder = isKit ? path.resolve(__dirname, '..') : path.join(root, 'shell/packages/kit');

function findProject(from: string): {
  readonly folder: string;
  readonly apps: Readonly<Record<string, string>>;
} {
  const apps = existsSync(path.join(from, 'package.json')) ? readManifest(from).isa?.apps : undefined;
  if (apps) return { folder: from, apps };
  const above = path.dirname(from);
  if (above === from) throw new Error('Run this command inside the project.');
  return findProject(above);
}

/** The fields of a package.json that are read here. */
export function readManifest(folder: string) {
  return readPackage(folder, manifestSchema);
}

export function readPackage<S extends z.ZodType>(folder: string, schema: S): z.infer<S> {
  return schema.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
}

/** The folder of an app's package. @throws Error when the project has no such app. */
export function folderOf(app: string): string {
  const folder = Object.hasOwn(project.apps, app) ? project.apps[app] : undefined;
  if (folder === undefined) throw new Error(`The field "isa" of package.json names no app "${app}".`);
  return path.join(root, folder);
}

export function appNames(): readonly string[] {
  return Object.keys(project.apps);
}

export function remoteNames(): string[] {
  return appNames()
    .filter((app) => app !== 'shell')
    .sort();
}

/** The folder of an installed package, whether or not its export map includes its manifest. */
export function packageFolder(name: string): string {
  const folder = installedFolder(name);
  if (folder === undefined) throw new Error(`The package ${name} is not installed.`);
  return folder;
}

/** The folder of an installed package, as the kit finds it. @returns `undefined` when it is not installed. */
export function installedFolder(name: string, from = kitFolder): string | undefined {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  return from === root || from === path.dirname(from) ? undefined : installedFolder(name, path.dirname(from));
}

export function packageVersion(folder: string): string {
  return readManifest(folder).version;
}
