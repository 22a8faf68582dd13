import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'oxfmt';
import { z } from 'zod';
import { matchesPattern } from '../../platform/formats/addresses';
import { requireJson } from '../../platform/formats/parse-json';
import { isReserved } from '../../platform/formats/reserved-paths';
import { describeApp } from '../../packages/kit/pack/describe-app';
import { appNames, folderOf, isKit, remoteNames, root } from '../../packages/node/folders';
import { UserError } from '../../packages/node/user-error';
import { addAnswers, addRoute } from './add-route';
import { applyChanges, type FileChange } from './changes';
import { namesOf, withoutPrefix } from './names';
import { featureFromTemplate, type Placeholders } from './template';

/** The formatter checks the other options itself. */
const formatOptions = z.looseObject({
  singleQuote: z.boolean().exactOptional(),
  printWidth: z.number().exactOptional(),
});

export interface GenerateOptions {
  readonly title?: string | undefined;
  /** The page's address; `/<name>` by default. */
  readonly path?: string | undefined;
}

export interface Generated {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  /** What a developer still has to change by hand. */
  readonly edits: readonly string[];
  readonly next: readonly string[];
  /** Commands that release a new remote, in their order. */
  readonly release?: readonly string[];
}

/** A page, its request, its test, and its route. @throws UserError like `generateRemote`. */
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
  const folder = path.relative(root, folderOf(remote.kebab));
  if (existsSync(path.join(root, folder, 'src/features', feature.kebab))) {
    throw new UserError(`The feature "${feature.kebab}" exists already in ${folder || 'this repository'}.`);
  }
  const values = await placeholders(remote, feature, options);
  const changes = await Promise.all([
    ...(await featureChanges(folder, values)),
    changedFile(path.posix.join(folder, 'src/remote.tsx'), (text) =>
      addRoute(text, `${feature.camel}Route`, `./features/${feature.kebab}/route`),
    ),
    changedFile(path.posix.join(folder, 'src/standalone.tsx'), (text) =>
      addAnswers(text, `${feature.camel}Answers`, `./features/${feature.kebab}/fixtures`),
    ),
  ]);
  const written = await write(
    changes,
    async () => undefined,
    [],
    isKit
      ? ['npm test', 'npm run dev']
      : [
          `npx jest --selectProjects ${remote.kebab} --testPathPatterns features/${feature.kebab}`,
          `npm run dev -- ${remote.kebab}`,
          'npm start',
          `npm run release -- pack ${remote.kebab}`,
        ],
  );
  return { ...written, edits: [exampleTexts(folder, feature)] };
}

export function exampleTexts(folder: string, { kebab }: Placeholders['feature']): string {
  const page = path.posix.join(folder, 'src/features', kebab, `${kebab}-page.tsx`);
  return `${page}: replace the courses, the introduction and the description, which are examples.`;
}

export async function placeholders(
  remote: Placeholders['remote'],
  feature: Placeholders['feature'],
  { title, path: address = `/${feature.kebab}` }: GenerateOptions,
): Promise<Placeholders> {
  // An accented letter may be typed as two characters.
  const usedTitle = title?.trim().normalize('NFC') ?? feature.title;
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ’'&,.:!?-]{0,59}$/u.test(usedTitle)) {
    throw new UserError(
      `"${usedTitle}" is not a valid title. Use up to 60 letters, digits, spaces and punctuation marks.`,
    );
  }
  await requireFreeAddress(address);
  return { remote, feature, title: usedTitle, path: address };
}

/** @throws UserError when an address is not valid for a page, or already in use. */
async function requireFreeAddress(address: string): Promise<void> {
  if (!/^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/.test(address)) {
    throw new UserError(
      `"${address}" is not a valid address for a page. Use lower-case letters, digits and hyphens, such as /wish-list.`,
    );
  }
  if (isReserved(address)) {
    throw new UserError(
      `The address ${address} is reserved for the site's servers. Choose another one with --path.`,
    );
  }
  for (const { name, routes } of await Promise.all(appNames().map(describeApp))) {
    const route = routes.find(({ path }) => matchesPattern(path, address));
    if (route) {
      throw new UserError(
        `The address ${address} belongs to ${name} ("${route.title}", ${route.path}). Choose another one with --path.`,
      );
    }
  }
}

export async function featureChanges(folder: string, values: Placeholders): Promise<Promise<FileChange>[]> {
  const files = await featureFromTemplate(values);
  return [...files].map(([file, text]) => newFile(path.posix.join(folder, 'src/features', file), text));
}

export async function newFile(file: string, text: string | Promise<string>): Promise<FileChange> {
  return { file, text: await text };
}

export async function changedFile(file: string, change: (text: string) => string): Promise<FileChange> {
  const before = await readFile(path.join(root, file), 'utf8');
  return { file, before, text: change(before) };
}

export async function write(
  changes: readonly FileChange[],
  afterwards: () => Promise<void>,
  touched: readonly string[],
  next: readonly string[],
  target = root,
): Promise<Omit<Generated, 'edits' | 'release'>> {
  const file = path.join(root, '.oxfmtrc.json');
  const style = existsSync(file)
    ? requireJson(await readFile(file, 'utf8'), formatOptions, '.oxfmtrc.json')
    : {};
  const texts = await Promise.all(
    changes.map(async (change) => {
      const { code, errors } = await format(change.file, change.text, style);
      // Files without an extension stay as they are.
      const [error] = path.extname(change.file) === '' ? [] : errors;
      if (error) throw new UserError(`${change.file} cannot be formatted: ${error.message}.`);
      return { ...change, text: code };
    }),
  );
  await applyChanges({ root: target, changes: texts, afterwards, touched });
  return {
    created: changes.filter(({ before }) => before === undefined).map(({ file }) => file),
    changed: changes.filter(({ before }) => before !== undefined).map(({ file }) => file),
    next,
  };
}
