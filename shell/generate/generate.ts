import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { UserError } from '../tools/user-error';
import { folderOf, remoteNames, root } from '../tools/folders';
import { addRoute } from './add-route';
import { requireFreeAddress } from './address';
import { apply, type Change } from './changes';
import { namesOf, withoutPrefix } from './names';
import { withReference, withShellVersions, withWorkspace } from './project-files';
import { featureFromTemplate, fromTemplate, type Words } from './template';

export interface GenerateOptions {
  /** What a visitor reads; made of the name unless given. */
  readonly title?: string | undefined;
  /** The page's address; `/<name>` unless given. */
  readonly path?: string | undefined;
}

/** What was made, for a person to read. */
export interface Generated {
  readonly made: readonly string[];
  readonly changed: readonly string[];
  /** The commands that come next. */
  readonly next: readonly string[];
}

/**
 * Makes a remote with one page, known to every tool of the house.
 * @param install links the new workspace.
 * @throws UserError when the name or the address is taken or no good, or when the installation fails: then
 * nothing has been left behind.
 */
export async function generateRemote(
  name: string,
  options: GenerateOptions,
  install: () => Promise<void>,
): Promise<Generated> {
  const remote = namesOf(withoutPrefix(name), 'remote');
  if (remoteNames().includes(remote.kebab)) {
    throw new UserError(`There is a remote "${remote.kebab}" already, in mfe-${remote.kebab}.`);
  }
  const words = await wordsOf(remote, remote, options);
  const folder = `mfe-${remote.kebab}`;
  const own = (file: string, template = file) => newFile(`${folder}/${file}`, fromTemplate(template, words));
  const changes = await Promise.all([
    own('package.json', 'package.template.json').then(async (change) => ({
      ...change,
      text: withShellVersions(change.text, await readFile(path.join(root, 'shell/package.json'), 'utf8')),
    })),
    own('tsconfig.json', 'tsconfig.template.json'),
    own('jest.config.cjs', 'jest.config.template.cjs'),
    own('src/remote.tsx'),
    own('src/standalone.tsx'),
    ...(await featureChanges(folder, words)),
    newFile(`.github/workflows/${remote.kebab}.yml`, fromTemplate('workflow.template.yml', words)),
    changedFile('package.json', (text) => withWorkspace(text, folder)),
    changedFile('tsconfig.json', (text) => withReference(text, folder)),
  ]);
  return make(
    changes,
    install,
    ['package-lock.json', `node_modules/@isa/${folder}`],
    [`npx jest --selectProjects ${remote.kebab}`, `npm run dev -- ${remote.kebab}`, 'npm start'],
  );
}

/**
 * Makes a feature of a remote: a page, its request, its test, and the remote's route to it.
 * @throws UserError as `generateRemote` does.
 */
export async function generateFeature(
  remoteName: string,
  name: string,
  options: GenerateOptions,
): Promise<Generated> {
  const known = remoteNames();
  if (!known.includes(withoutPrefix(remoteName))) {
    throw new UserError(`There is no remote "${remoteName}"; there are ${known.join(', ')}.`);
  }
  const remote = namesOf(withoutPrefix(remoteName), 'remote');
  const feature = namesOf(name, 'feature');
  const folder = path.basename(folderOf(remote.kebab));
  if (existsSync(path.join(root, folder, 'src/features', feature.kebab))) {
    throw new UserError(`There is a feature "${feature.kebab}" in ${folder} already.`);
  }
  const words = await wordsOf(remote, feature, options);
  const changes = await Promise.all([
    ...(await featureChanges(folder, words)),
    changedFile(`${folder}/src/remote.tsx`, (text) =>
      addRoute(text, `${feature.camel}Route`, `./features/${feature.kebab}/route`),
    ),
  ]);
  return make(
    changes,
    async () => undefined,
    [],
    [`npx jest ${folder}/src/features/${feature.kebab}`, `npm run dev -- ${remote.kebab}`, 'npm start'],
  );
}

async function wordsOf(
  remote: Words['remote'],
  feature: Words['feature'],
  { title, path: address = `/${feature.kebab}` }: GenerateOptions,
): Promise<Words> {
  const shown = title?.trim() ?? feature.title;
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ’'&,.:!?-]{0,59}$/u.test(shown)) {
    throw new UserError(
      `"${shown}" is no title: use up to 60 letters, digits, spaces and ordinary punctuation.`,
    );
  }
  await requireFreeAddress(address);
  return { remote, feature, title: shown, path: address };
}

async function featureChanges(folder: string, words: Words): Promise<Promise<Change>[]> {
  const files = await featureFromTemplate(words);
  return [...files].map(([file, text]) => newFile(`${folder}/src/features/${file}`, text));
}

async function newFile(file: string, text: string | Promise<string>): Promise<Change> {
  return { file, text: await text };
}

async function changedFile(file: string, change: (text: string) => string): Promise<Change> {
  const before = await readFile(path.join(root, file), 'utf8');
  return { file, before, text: change(before) };
}

async function make(
  changes: readonly Change[],
  then: () => Promise<void>,
  touched: readonly string[],
  next: readonly string[],
): Promise<Generated> {
  const style = await resolveConfig(path.join(root, 'package.json'));
  const formatted = await Promise.all(
    changes.map(async (change) => ({
      ...change,
      text: await format(change.text, { ...style, filepath: change.file }),
    })),
  );
  await apply({ root, changes: formatted, then, touched });
  return {
    made: changes.filter(({ before }) => before === undefined).map(({ file }) => file),
    changed: changes.filter(({ before }) => before !== undefined).map(({ file }) => file),
    next,
  };
}
