import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { readReleaseSet, type ReleaseSet } from '../../formats/release-set';
import { requireVersion } from '../../store/releases';
import { UserError, withoutControls } from '../../../packages/node/user-error';

/** Adds the options of all commands. `--by` names the author for the history. */
export function commonOptions(program: Command) {
  const options = program.opts<{ json?: boolean; dryRun?: boolean; by?: string }>();
  return { json: false, dryRun: false, ...options };
}

/** Names commands as this program is started; those that it lacks are for the sources. */
export function withStartedName(program: Command, text: string): string {
  return withoutControls(text).replaceAll(
    /npm run (?:-s )?release (?:-s )?-- ([a-z-]+)/g,
    (given, command: string) =>
      program.commands.some((own) => own.name() === command) ? `${program.name()} ${command}` : given,
  );
}

/** Prints a result as text or, with `--json`, as JSON. Nothing else goes to standard output. */
export function printResult(program: Command, result: unknown, text: () => string | readonly string[]): void {
  const lines = commonOptions(program).json
    ? JSON.stringify(result, null, 2)
    : withStartedName(program, [text()].flat().join('\n'));
  process.stdout.write(`${lines}\n`);
}

/** Writes a text to the file of `--out`, or prints it. @param name of the text in the JSON. @param next step. */
export async function writeOrPrint(
  program: Command,
  file: string | undefined,
  name: string,
  text: string,
  next: string,
): Promise<void> {
  const isWritten = file && !commonOptions(program).dryRun;
  if (isWritten) await writeFile(file, text);
  printResult(program, { file, [name]: text }, () =>
    isWritten ? `${file} is written. Next: ${next}` : text.trimEnd(),
  );
}

/** Prints progress to standard error, apart from the result. */
export function log(line: string): void {
  process.stderr.write(`${withoutControls(line)}\n`);
}

export function textTable(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}

/** Reads `shop@1.5.0`, or `shop` alone. @throws UserError for anything else. */
export function parseReleaseName(text: string): { readonly app: string; readonly version?: string } {
  const [, app, version] = /^([a-z][a-z0-9-]*)(?:@(.+))?$/.exec(text) ?? [];
  if (!app)
    throw new UserError(`"${text}" is not the name of an app or a release. Examples: shop, shop@1.5.0`);
  return { app, ...(version && { version: requireVersion(version) }) };
}

/** Reads `shop@1.5.0`. @throws UserError without a version. */
export function parseRelease(text: string): { readonly app: string; readonly version: string } {
  const { app, version } = parseReleaseName(text);
  if (version) return { app, version };
  throw new UserError(
    `Which version of ${app}? Use the form ${app}@1.5.0; npm run release -- status lists the versions.`,
  );
}

/** Reads the release of an argument, or the set of a file, which has a name. @throws UserError unless exactly one is given. */
export async function readReleases(text: string | undefined, file: string | undefined): Promise<ReleaseSet> {
  if ((text === undefined) === (file === undefined))
    throw new UserError('Name a release, or a file with --set.');
  if (file === undefined) return { releases: [parseRelease(text ?? '')] };
  const content = await readFile(path.resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8').catch(() => {
    throw new UserError(`The file ${file} cannot be read.`);
  });
  return readReleaseSet(content, file);
}

/** Reads `shop`. @throws UserError with a version. */
export function parseApp(text: string): string {
  const { app, version } = parseReleaseName(text);
  if (version) throw new UserError(`Omit the version: ${app} instead of ${text}.`);
  return app;
}
