import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../../packages/node/folders';
import { ignoreMissing } from '../../../packages/node/user-error';
import type { PublicPackage } from './describe';
import { referenceOf } from './markdown';

const fileOf = ({ folder }: PublicPackage) => `shell/docs/reference/${path.basename(folder)}.md`;

export async function writeReference(one: PublicPackage): Promise<void> {
  const file = path.join(root, fileOf(one));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, referenceOf(one));
}

/** @returns what is wrong with the documents of a package, each with the way to fix it. */
export async function problemsOf(one: PublicPackage): Promise<readonly string[]> {
  const problems: string[] = [];
  if ((await readIfPresent(fileOf(one))) !== referenceOf(one)) {
    problems.push(
      `${fileOf(one)} is not what the sources say. Run "npm run reference" and commit what it writes.`,
    );
  }
  const changelog = (await readIfPresent(`${one.folder}/CHANGELOG.md`)) ?? '';
  if (!changelog.split('\n').some((line) => line.startsWith(`## ${one.version}`))) {
    problems.push(`${one.folder}/CHANGELOG.md has no section "## ${one.version}".`);
  }
  return problems;
}

function readIfPresent(file: string): Promise<string | undefined> {
  return readFile(path.join(root, file), 'utf8').catch(ignoreMissing);
}
