import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../../packages/node/folders';
import { UserError } from '../../../packages/node/user-error';
import { compareReports, versionProblem } from './compatibility';
import type { PublicPackage } from './describe';
import { referenceOf } from './reference';

/** The current reports; those of the last released version are in a folder with its number. */
const REPORTS = 'public-api';

/** What only the shell imports, which is built together with the package. */
const HOST_ENTRY = 'host';

/** The files of a package that are written from its sources, by path relative to the project. */
function filesOf(one: PublicPackage): Readonly<Record<string, string>> {
  return {
    [`shell/docs/reference/${path.basename(one.folder)}.md`]: referenceOf(one),
    ...reportsIn(one, REPORTS),
  };
}

function reportsIn({ folder, entries }: PublicPackage, target: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.map(({ file, report }) => [`${folder}/${target}/${file}.api.md`, report]),
  );
}

export function writeFilesOf(one: PublicPackage): Promise<void> {
  return writeAll(filesOf(one));
}

/** Later versions are compared with these. @throws UserError when the reports may not have this version. */
export async function recordRelease(one: PublicPackage): Promise<void> {
  const [problem] = await problemsOf(one);
  if (problem) throw new UserError(problem);
  await rm(path.join(root, one.folder, REPORTS, await releasedVersion(one)), { recursive: true });
  await writeAll(reportsIn(one, `${REPORTS}/${one.version}`));
}

/** @returns what is wrong with the files of a package, each with the way to fix it. */
export async function problemsOf(one: PublicPackage): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [file, text] of Object.entries(filesOf(one))) {
    if ((await readIfPresent(file)) !== text) {
      problems.push(
        `${file} is not what the sources say. Run "npm run reference" and commit what it writes.`,
      );
    }
  }
  const released = await releasedVersion(one);
  for (const [file, report] of Object.entries(await releasedReports(one, released))) {
    if (file === HOST_ENTRY) continue;
    const entry = one.entries.find((current) => current.file === file);
    const problem = versionProblem(released, one.version, compareReports(report, entry?.report ?? ''));
    if (problem) problems.push(`${entry?.request ?? `${one.name}/${file}`}: ${problem}.`);
  }
  const changelog = (await readIfPresent(`${one.folder}/CHANGELOG.md`)) ?? '';
  if (!changelog.split('\n').some((line) => line.startsWith(`## ${one.version}`))) {
    problems.push(`${one.folder}/CHANGELOG.md has no section "## ${one.version}".`);
  }
  return problems;
}

/** @throws UserError unless there are the reports of exactly one released version. */
async function releasedVersion({ folder }: PublicPackage): Promise<string> {
  const entries = await readdir(path.join(root, folder, REPORTS), { withFileTypes: true });
  const [version, ...others] = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (version !== undefined && others.length === 0) return version;
  throw new UserError(
    `${folder}/${REPORTS} must contain one folder: the reports of the last released version.`,
  );
}

/** The released reports by entry, and an empty one for each entry that is new since then. */
async function releasedReports({ folder, entries }: PublicPackage, version: string) {
  const reports = Object.fromEntries(entries.map(({ file }) => [file, '']));
  const stored = `${folder}/${REPORTS}/${version}`;
  for (const name of await readdir(path.join(root, stored))) {
    reports[name.replace('.api.md', '')] = await readFile(path.join(root, stored, name), 'utf8');
  }
  return reports;
}

async function readIfPresent(file: string): Promise<string | undefined> {
  return readFile(path.join(root, file), 'utf8').catch(() => undefined);
}

async function writeAll(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
}
