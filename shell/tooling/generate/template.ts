import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isKit, kitFolder, root } from '../../packages/node/folders';
import type { Names } from './names';

/** Compiled and linted with the shell. `.template` in names keeps tools from applying configuration files. */
export const templateFolder = isKit
  ? path.join(kitFolder, 'template')
  : path.join(root, 'shell/tooling/generate/template');

export interface Placeholders {
  readonly remote: Names;
  readonly feature: Names;
  /** Heading, menu entry and document title. */
  readonly title: string;
  readonly path: string;
}

/** Reads a file of the template and replaces its placeholders. @param name relative to the template's folder. */
export async function fromTemplate(name: string, values: Placeholders): Promise<string> {
  return fill(await readFile(path.join(templateFolder, name), 'utf8'), values);
}

/** The template's feature: the text of each file, by its path below `features/`. */
export async function featureFromTemplate(values: Placeholders): Promise<ReadonlyMap<string, string>> {
  const folder = 'src/features/sample-feature';
  const names = (await readdir(path.join(templateFolder, folder))).sort();
  const files = names.map(async (name): Promise<[string, string]> => [
    path.posix.join(values.feature.kebab, fill(name, values)),
    await fromTemplate(path.join(folder, name), values),
  ]);
  return new Map(await Promise.all(files));
}

/** Replaces all placeholders in one pass, so that inserted values are never replaced again. */
function fill(text: string, { remote, feature, title, path: address }: Placeholders): string {
  const values: Readonly<Record<string, string>> = {
    'sample-remote': remote.kebab,
    // This is the form in names of environment variables.
    SAMPLE_REMOTE: remote.kebab.toUpperCase().replaceAll('-', '_'),
    'sample-feature': feature.kebab,
    sampleFeature: feature.camel,
    SampleFeature: feature.pascal,
    'Sample title': title.replaceAll("'", '’'),
    '/sample-path': address,
  };
  return text.replace(
    /sample-remote|SAMPLE_REMOTE|sample-feature|sampleFeature|SampleFeature|Sample title|\/sample-path/g,
    (placeholder) => values[placeholder] ?? placeholder,
  );
}
