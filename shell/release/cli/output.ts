import { UserError } from '../../tools/user-error';
import { requireVersion } from '../../store/release-file';

/** What every verb is told beside its own arguments. */
export interface CommonOptions {
  /** The result as JSON on standard output, for scripts. */
  readonly json?: boolean;
  readonly dryRun?: boolean;
  /** Who does it, for the history. */
  readonly by?: string;
}

/** Prints a result: for people in words, for scripts as JSON. Nothing else goes to standard output. */
export function report(
  { json }: CommonOptions,
  result: unknown,
  words: () => string | readonly string[],
): void {
  const lines = json ? JSON.stringify(result, null, 2) : [words()].flat().join('\n');
  process.stdout.write(`${lines}\n`);
}

/** What is going on, on standard error, so that it never mixes with a result. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Counts files on one line of a terminal; a log gets no such line. */
export function countFiles(what: string): (done: number, all: number) => void {
  return (done, all) => {
    if (!process.stderr.isTTY) return;
    process.stderr.write(`\r${what}: ${done} of ${all} files${done === all ? '\n' : ''}`);
  };
}

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

/** `shop@1.5.0`, or `shop` alone. */
export interface Named {
  readonly part: string;
  readonly version?: string;
}

/** @throws UserError when it is no name of a part, or no release of one. */
export function named(text: string): Named {
  const [, part, version] = /^([a-z][a-z0-9-]*)(?:@(.+))?$/.exec(text) ?? [];
  if (!part) throw new UserError(`"${text}" names no release: shop and shop@1.5.0 do.`);
  return { part, ...(version && { version: requireVersion(version) }) };
}

/** @throws UserError without a version. */
export function namedRelease(text: string): { readonly part: string; readonly version: string } {
  const { part, version } = named(text);
  if (!version) {
    throw new UserError(
      `Which version of ${part}? ${part}@1.5.0, for instance; see npm run release -- status.`,
    );
  }
  return { part, version };
}
