import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { requireJson } from '../../../platform/formats/parse-json';
import { ignoreMissing } from '../../node/user-error';
import { sharedPackageNames } from '../webpack/shared-packages';

/** The declarations of other projects' packages are in one file, because they are hundreds. */
export const THIRD_PARTY_FILE = 'third-party.json';

/** File below `node_modules` → text. No segment begins with a dot. */
const filesSchema = z.record(
  z.string().regex(/^(?:@?[\w-][\w.-]*\/)+[\w-][\w.-]*\.(?:d\.[cm]?ts|json)$/),
  z.string(),
);

/** The name of the package that a file below `node_modules` belongs to. */
const packageOf = (file: string) => /^(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? '';

/** The packages that a remote takes from the shell, with their types. */
function isProvided(name: string, shared: readonly string[]): boolean {
  // React's declarations need csstype.
  return [...shared, 'csstype'].includes(name.replace(/^@types\//, ''));
}

/**
 * Collects declarations of installed packages.
 * @param used the files that the compiler has read.
 * @param isShell a remote takes the shared packages from the shell.
 * @returns `third-party.json`.
 */
export async function collectThirdPartyTypes(used: readonly string[], isShell: boolean): Promise<string> {
  const files: Record<string, string> = {};
  for (const file of [...used].sort()) {
    const [before, name] = splitAtPackages(file);
    if (name === undefined || /^(?:@isa\/|typescript|@typescript\/)/.test(name)) continue;
    if (!isShell && isProvided(packageOf(name), sharedPackageNames)) continue;
    files[name] = await readFile(file, 'utf8');
    for (const manifest of manifestsAround(name)) {
      if (manifest in files) continue;
      const text = await readFile(path.join(before, manifest), 'utf8').catch(ignoreMissing);
      if (text !== undefined) files[manifest] = text;
    }
  }
  return JSON.stringify(files, null, 1);
}

/** @returns the folder `node_modules` and the file below it; the latter is absent for a file of the project. */
function splitAtPackages(file: string): readonly [string, string | undefined] {
  const marker = '/node_modules/';
  const normal = file.replaceAll(path.sep, '/');
  const index = normal.indexOf(marker);
  return index < 0
    ? [file, undefined]
    : [normal.slice(0, index + marker.length), normal.slice(index + marker.length)];
}

/** @returns the `package.json` in each folder from the file's up to its package's. */
function manifestsAround(file: string): readonly string[] {
  const folder = path.posix.dirname(file);
  const manifest = `${folder}/package.json`;
  return folder === packageOf(file) || folder === '.' ? [manifest] : [manifest, ...manifestsAround(folder)];
}

/**
 * Writes the declarations that a release contains.
 * @param types the folder `types` of the release.
 * @param target a folder `node_modules`.
 * @param provided packages that are left out.
 * @throws UserError when the release names a file outside of the folder.
 */
export async function addThirdPartyTypes(types: string, target: string, provided: readonly string[] = []) {
  const text = await readFile(path.join(types, THIRD_PARTY_FILE), 'utf8');
  const files = requireJson(text, filesSchema, THIRD_PARTY_FILE);
  for (const [name, content] of Object.entries(files)) {
    if (name.startsWith('@isa/') || isProvided(packageOf(name), provided)) continue;
    await mkdir(path.dirname(path.join(target, name)), { recursive: true });
    await writeFile(path.join(target, name), content);
  }
}
