import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** What prevents a backup or a restore; the message is for the operator and printed without a stack. */
export class RecoveryError extends Error {
  override readonly name = 'RecoveryError';
}

export type Report = (line: string) => void;

export interface RestoreOptions {
  readonly overwrite: boolean;
  /** The copies of the server's binary logs, to be replayed after the backup. */
  readonly binlogs?: string | undefined;
  /** Where the replay stops. Binary logs have times in seconds. */
  readonly until?: Date | undefined;
}

const MANIFEST = 'manifest.json';

const manifestSchema = z.object({
  engine: z.enum(['sqlite', 'mariadb']),
  /** A time before the snapshot: everything up to it is in the backup. */
  at: z.iso.datetime(),
  database: z.string(),
  rows: z.record(z.string(), z.number().int()),
  /** The snapshot's position in the server's binary logs. */
  binlog: z.object({ file: z.string(), position: z.number().int() }).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Writes the manifest. It comes last, because a folder without it is no complete backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = path.join(folder, MANIFEST);
  await writeFile(`${file}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** @throws RecoveryError */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new RecoveryError(`${folder} is no complete backup: it has no ${MANIFEST}.`);
  return manifestSchema.parse(JSON.parse(text));
}

/** @throws RecoveryError when tables are missing or have other numbers of rows than at the backup. */
export function compareRows(expected: Manifest['rows'], found: Manifest['rows']): void {
  const tables = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  const different = tables.filter((table) => expected[table] !== found[table]);
  if (different.length === 0) return;
  const list = different.map(
    (table) => `${table}: ${found[table] ?? 'none'} instead of ${expected[table] ?? 'none'}`,
  );
  throw new RecoveryError(`The restored rows are not those of the backup: ${list.join(', ')}.`);
}

export function countOf(rows: Manifest['rows']): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${total} rows in ${Object.keys(rows).length} tables`;
}
