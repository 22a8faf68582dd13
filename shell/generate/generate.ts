import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { format, getFileInfo, type Options, resolveConfig } from 'prettier';
import { UserError } from '../tools/user-error';
import { folderOf, remoteNames, root } from '../tools/folders';
import { addRoute } from './add-route';
import { requireFreeAddress } from './address';
import { apply, type FileChange } from './changes';
import { namesOf, withoutPrefix } from './names';
import { PACKAGES_FOLDER, repositoryFiles, requireEmptyFolder } from './own-repository';
import { withReference, withShellVersions, withWorkspace } from './project-files';
import { writeTarballs } from './tarballs';
import { featureFromTemplate, fromTemplate, type Placeholders } from './template';

export interface GenerateOptions {
  /** The page's title; derived from the name by default. */
  readonly title?: string | undefined;
  /** The page's address; `/<name>` by default. */
  readonly path?: string | undefined;
}

/** The created and changed files. */
export interface Generated {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  /** Commands to run next. */
  readonly next: readonly string[];
  /** Commands that release a new remote, in their order. */
  readonly release?: readonly string[];
}

/**
 * Generates a remote with one page in a repository of its own, with the packages of this project that it needs.
 * @param folder of the new repository.
 * @throws UserError like `generateRemote`; then the folder does not exist, or is as it was.
 */
export async function generateRepository(
  name: string,
  folder: string,
  options: GenerateOptions,
  install: () => Promise<void>,
): Promise<Generated> {
  const remote = namesOf(withoutPrefix(name), 'remote');
  await requireEmptyFolder(folder);
  const values = await placeholders(remote, remote, options);
  try {
    const tarballs = await writeTarballs(path.join(folder, PACKAGES_FOLDER));
    const [shellPackage = '', kitPackage = ''] = await Promise.all(
      ['shell', 'shell/kit'].map((one) => readFile(path.join(root, one, 'package.json'), 'utf8')),
    );
    const changes = [
      ...(await repositoryFiles(values, { shellPackage, kitPackage, tarballs })),
      ...(await Promise.all([
        newFile('src/remote.tsx', fromTemplate('src/remote.tsx', values)),
        newFile('src/standalone.tsx', fromTemplate('src/standalone.tsx', values)),
        ...(await featureChanges('.', values)),
      ])),
    ];
    const next = [`cd ${folder}`, 'npm test', 'npm run dev', 'README.md says how to release it'];
    return await write(changes, install, [], next, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Generates a remote with one page and registers it with every tool of the project.
 * @param install links the new workspace.
 * @throws UserError when the name or the address is invalid or in use, or when the installation fails; then all changes
 * are undone.
 */
export async function generateRemote(
  name: string,
  options: GenerateOptions,
  install: () => Promise<void>,
): Promise<Generated> {
  const remote = namesOf(withoutPrefix(name), 'remote');
  if (remoteNames().includes(remote.kebab)) {
    throw new UserError(`The remote "${remote.kebab}" exists already, in mfe-${remote.kebab}.`);
  }
  const values = await placeholders(remote, remote, options);
  const folder = `mfe-${remote.kebab}`;
  const own = (file: string, template = file) => newFile(`${folder}/${file}`, fromTemplate(template, values));
  const changes = await Promise.all([
    own('package.json', 'package.template.json').then(async (change) => ({
      ...change,
      text: withShellVersions(change.text, await readFile(path.join(root, 'shell/package.json'), 'utf8')),
    })),
    own('tsconfig.json', 'tsconfig.template.json'),
    own('jest.config.cjs', 'jest.config.template.cjs'),
    own('src/remote.tsx'),
    own('src/standalone.tsx'),
    ...(await featureChanges(folder, values)),
    newFile(`.github/workflows/${remote.kebab}.yml`, fromTemplate('workflow.template.yml', values)),
    changedFile('package.json', (text) => withWorkspace(text, remote.kebab, folder)),
    changedFile('tsconfig.json', (text) => withReference(text, folder)),
  ]);
  const written = await write(
    changes,
    install,
    ['package-lock.json', `node_modules/@isa/${folder}`],
    [`npx jest --selectProjects ${remote.kebab}`, `npm run dev -- ${remote.kebab}`, 'npm start'],
  );
  const first = `${remote.kebab}@1.0.0`;
  const release = [
    `keygen ${remote.kebab}`,
    `pack ${remote.kebab} --version 1.0.0`,
    `publish ${first}`,
    `check ${first} --journeys --load`,
    `promote ${first} --percent 5`,
    `promote ${first}`,
  ].map((command) => `npm run release -- ${command}`);
  return { ...written, release };
}

/**
 * Generates a feature of a remote: a page, its request, its test, and its route.
 * @throws UserError like `generateRemote`.
 */
export async function generateFeature(
  remoteName: string,
  name: string,
  options: GenerateOptions,
): Promise<Generated> {
  const known = remoteNames();
  if (!known.includes(withoutPrefix(remoteName))) {
    throw new UserError(`Unknown remote: ${remoteName}. Known: ${known.join(', ')}.`);
  }
  const remote = namesOf(withoutPrefix(remoteName), 'remote');
  const feature = namesOf(name, 'feature');
  const folder = path.basename(folderOf(remote.kebab));
  if (existsSync(path.join(root, folder, 'src/features', feature.kebab))) {
    throw new UserError(`The feature "${feature.kebab}" exists already in ${folder}.`);
  }
  const values = await placeholders(remote, feature, options);
  const changes = await Promise.all([
    ...(await featureChanges(folder, values)),
    changedFile(`${folder}/src/remote.tsx`, (text) =>
      addRoute(text, `${feature.camel}Route`, `./features/${feature.kebab}/route`),
    ),
  ]);
  return write(
    changes,
    async () => undefined,
    [],
    [
      `npx jest ${folder}/src/features/${feature.kebab}`,
      `npm run dev -- ${remote.kebab}`,
      'npm start',
      `npm run release -- pack ${remote.kebab}`,
    ],
  );
}

async function placeholders(
  remote: Placeholders['remote'],
  feature: Placeholders['feature'],
  { title, path: address = `/${feature.kebab}` }: GenerateOptions,
): Promise<Placeholders> {
  const usedTitle = title?.trim() ?? feature.title;
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ’'&,.:!?-]{0,59}$/u.test(usedTitle)) {
    throw new UserError(
      `"${usedTitle}" is not a valid title. Use up to 60 letters, digits, spaces and punctuation marks.`,
    );
  }
  await requireFreeAddress(address);
  return { remote, feature, title: usedTitle, path: address };
}

async function featureChanges(folder: string, values: Placeholders): Promise<Promise<FileChange>[]> {
  const files = await featureFromTemplate(values);
  return [...files].map(([file, text]) => newFile(path.posix.join(folder, 'src/features', file), text));
}

async function newFile(file: string, text: string | Promise<string>): Promise<FileChange> {
  return { file, text: await text };
}

async function changedFile(file: string, change: (text: string) => string): Promise<FileChange> {
  const before = await readFile(path.join(root, file), 'utf8');
  return { file, before, text: change(before) };
}

async function write(
  changes: readonly FileChange[],
  then: () => Promise<void>,
  touched: readonly string[],
  next: readonly string[],
  target = root,
): Promise<Generated> {
  const style = await resolveConfig(path.join(root, 'package.json'));
  const texts = await Promise.all(
    changes.map(async (change) => ({
      ...change,
      text: await formatted(change, style),
    })),
  );
  await apply({ root: target, changes: texts, then, touched });
  return {
    created: changes.filter(({ before }) => before === undefined).map(({ file }) => file),
    changed: changes.filter(({ before }) => before !== undefined).map(({ file }) => file),
    next,
  };
}

/** Files of kinds that Prettier does not know stay as they are. */
async function formatted({ file, text }: FileChange, style: Options | null): Promise<string> {
  const { inferredParser } = await getFileInfo(file);
  return inferredParser ? format(text, { ...style, filepath: file }) : text;
}
