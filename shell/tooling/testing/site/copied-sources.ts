import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { requireJson } from '../../../platform/formats/parse-json';
import { UserError } from '../../../packages/node/user-error';

/** Folders that are generated or installed. */
const NOT_COPIED = new Set(['node_modules', '.git', '.data', '.cache', 'dist', 'test-results', 'coverage']);

/** The changed lines that stand for small releases. */
const CHANGES = {
  shop: {
    file: 'mfe-shop/src/features/books/book-page.tsx',
    from: "{ label: 'Books', to: paths.books }",
    to: "{ label: 'All books', to: paths.books }",
  },
  shell: { file: 'shell/src/layout/layout.tsx', from: '>Skip to content<', to: '>Skip to the content<' },
} as const;

const manifestSchema = z.object({ workspaces: z.array(z.string()) });

/** Original and changed sources are built in one folder: the names of chunks depend on it. */
export async function copySources(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const filter = (source: string) => !NOT_COPIED.has(path.basename(source));
  // The entries are copied one by one, because Node refuses to copy a folder into itself.
  for (const name of await readdir(from)) {
    const source = path.join(from, name);
    if (filter(source)) await cp(source, path.join(to, name), { recursive: true, filter });
  }
  const manifest = path.join(from, 'package.json');
  const { workspaces } = requireJson(await readFile(manifest), manifestSchema, manifest);
  for (const workspace of ['', ...workspaces]) {
    await linkPackages(from, to, path.join(workspace, 'node_modules'));
  }
}

/** Links installed packages one by one. The project's own packages link to the copied folders. */
async function linkPackages(from: string, to: string, modules: string): Promise<void> {
  const installed = path.join(from, modules);
  if (!existsSync(installed)) return;
  await mkdir(path.join(to, modules), { recursive: true });
  for (const name of (await readdir(installed)).filter((one) => !NOT_COPIED.has(one))) {
    if (name === '@isa') await linkPackages(from, to, path.join(modules, name));
    else {
      const isOwn = path.basename(modules) === '@isa';
      const target = path.join(installed, name);
      const copied = isOwn ? path.join(to, path.relative(from, await realpath(target))) : target;
      await symlink(copied, path.join(to, modules, name));
    }
  }
}

/** Changes one line of an app in the copy. @throws UserError when the line no longer exists. */
export async function changeApp(app: keyof typeof CHANGES, sources: string): Promise<void> {
  const { file: name, from, to } = CHANGES[app];
  const file = path.join(sources, name);
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) {
    throw new UserError(`${name} does not contain the line that is to be changed: ${from}`);
  }
  await writeFile(file, text.replace(from, to));
}
