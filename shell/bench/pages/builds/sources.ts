import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../tools/user-error';

/** What is made, installed or kept, and no source. */
const NOT_COPIED = new Set(['node_modules', '.git', '.data', '.cache', 'dist', 'test-results', 'coverage']);

/** The source line whose change stands for a small release of the shop, and what becomes of it. */
const CHANGED_FILE = 'mfe-shop/src/features/books/book-page.tsx';
const CHANGE = { from: "{ label: 'Books', to: paths.books }", to: "{ label: 'All books', to: paths.books }" };

/**
 * Copies the working tree to a folder of the bench. Everything is built there, the released and the changed
 * sources at one and the same place: the names of chunks and modules must not differ by their folder.
 */
export async function copySources(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const filter = (source: string) => !NOT_COPIED.has(path.basename(source));
  // One by one: the copy lies below what is copied.
  for (const name of await readdir(from)) {
    const source = path.join(from, name);
    if (filter(source)) await cp(source, path.join(to, name), { recursive: true, filter });
  }
  for (const workspace of await workspacesOf(from)) {
    await linkAll(path.join(from, workspace, 'node_modules'), path.join(to, workspace, 'node_modules'));
  }
  await linkAll(path.join(from, 'node_modules'), path.join(to, 'node_modules'));
  // The house's own packages are links to their folders: here, to those of the copy.
  const scope = path.join(to, 'node_modules/@isa');
  const own = await readdir(scope);
  for (const name of own) {
    const target = path.relative(from, await realpath(path.join(scope, name)));
    await rm(path.join(scope, name));
    await symlink(path.join(to, target), path.join(scope, name));
  }
}

/** Links what is installed, package by package; scopes are folders of their own. */
async function linkAll(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (name === '@isa') await linkAll(path.join(from, name), path.join(to, name));
    else await symlink(path.join(from, name), path.join(to, name));
  }
}

async function workspacesOf(folder: string): Promise<readonly string[]> {
  const manifest: unknown = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const listed = typeof manifest === 'object' && manifest && 'workspaces' in manifest && manifest.workspaces;
  return Array.isArray(listed) ? listed.map(String) : [];
}

/** Changes one line of the shop in the copy. */
export async function changeShop(sources: string): Promise<void> {
  const file = path.join(sources, CHANGED_FILE);
  const text = await readFile(file, 'utf8');
  if (!text.includes(CHANGE.from)) {
    throw new UserError(`${CHANGED_FILE} no longer has the line that the bench changes: ${CHANGE.from}`);
  }
  await writeFile(file, text.replace(CHANGE.from, CHANGE.to));
}
