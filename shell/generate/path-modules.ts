import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appNames, folderOf, root } from '../tools/folders';

/** Below every app, so that each can link to the pages of all others. */
export const PATHS_FOLDER = 'api/contract/src/paths';

/**
 * The addresses of all apps' `src/paths.ts`, as modules of `@isa/api-contract`, which remotes bundle: a new
 * address needs no release of another app.
 * @returns text by file name.
 */
export async function pathModules(): Promise<Readonly<Record<string, string>>> {
  const apps = appNames().filter((app) => existsSync(path.join(folderOf(app), 'src/paths.ts')));
  const modules = apps.map(async (app): Promise<[string, string]> => {
    const source = path.join(folderOf(app), 'src/paths.ts');
    const text = (await readFile(source, 'utf8')).replace("'@isa/api-contract'", "'../page-path'");
    return [`${app}.ts`, `${generatedFrom(path.relative(root, source))}${text}`];
  });
  const index = apps.map((app) => `export * from './${app}';\n`).sort();
  return {
    ...Object.fromEntries(await Promise.all(modules)),
    'index.ts': `${generatedFrom('src/paths.ts of all apps')}${index.join('')}`,
  };
}

const generatedFrom = (source: string) => `// Generated from ${source} by npm run reference.\n`;

export async function writePathModules(): Promise<void> {
  const folder = path.join(root, PATHS_FOLDER);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(await pathModules())) {
    await writeFile(path.join(folder, name), text);
  }
}
