import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../tools/folders';
import type { Names } from './names';

/**
 * A whole remote with one feature. It is compiled and linted with the shell, so it cannot fall behind the house;
 * `.template` in the names of its other files keeps tools from taking them for their own.
 */
const templateFolder = path.join(root, 'shell/generate/template');

/** What stands in for the template's own words. */
export interface Words {
  readonly remote: Names;
  readonly feature: Names;
  /** What a visitor reads: heading, menu entry, document title. */
  readonly title: string;
  /** The page's address. */
  readonly path: string;
}

/** One of the template's files, filled in. @param name below the template's folder. */
export async function fromTemplate(name: string, words: Words): Promise<string> {
  return fill(await readFile(path.join(templateFolder, name), 'utf8'), words);
}

/** The template's feature: each file's name below `features/`, and its text. */
export async function featureFromTemplate(words: Words): Promise<ReadonlyMap<string, string>> {
  const folder = 'src/features/sample-feature';
  const names = (await readdir(path.join(templateFolder, folder))).sort();
  const files = names.map(async (name): Promise<[string, string]> => [
    path.posix.join(words.feature.kebab, fill(name, words)),
    await fromTemplate(path.join(folder, name), words),
  ]);
  return new Map(await Promise.all(files));
}

/** Exchanges all of the template's words in one pass, so that what was put in is never exchanged again. */
function fill(text: string, { remote, feature, title, path: address }: Words): string {
  const exchanged: Readonly<Record<string, string>> = {
    'sample-remote': remote.kebab,
    // As in the names of environment variables.
    SAMPLE_REMOTE: remote.kebab.toUpperCase().replaceAll('-', '_'),
    'sample-feature': feature.kebab,
    sampleFeature: feature.camel,
    SampleFeature: feature.pascal,
    'Sample title': title.replaceAll("'", '’'),
    '/sample-path': address,
  };
  return text.replace(
    /sample-remote|SAMPLE_REMOTE|sample-feature|sampleFeature|SampleFeature|Sample title|\/sample-path/g,
    (word) => exchanged[word] ?? word,
  );
}
