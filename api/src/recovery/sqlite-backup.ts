import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import Libsql from 'libsql';
import { z } from 'zod';
import { DATA_FOLDER_MODE } from '../platform/folders';
import { type Manifest, RecoveryError, type Report } from './backup-folder';

const COPY = 'isa.sqlite';
const namesSchema = z.array(z.object({ name: z.string() }));
const countSchema = z.object({ count: z.number() });

/** Copies the database while it is in use: `VACUUM INTO` reads one snapshot of it. */
export async function backUpSqlite(dataFolder: string, into: string) {
  const file = path.join(dataFolder, COPY);
  if (!existsSync(file)) throw new RecoveryError(`There is no database ${file}.`);
  const copy = path.join(into, COPY);
  // SQLite would create a file that every user can read; it accepts an empty one.
  await (await open(copy, 'wx', 0o600)).close();
  use(file, (db) => db.prepare('VACUUM INTO ?').run(copy));
  return { database: COPY, rows: rowsOf(copy) };
}

export async function restoreSqlite(dataFolder: string, from: string, overwrite: boolean, report: Report) {
  const file = path.join(dataFolder, COPY);
  await mkdir(dataFolder, { recursive: true, mode: DATA_FOLDER_MODE });
  if (existsSync(file)) refuse(file, overwrite);
  report(`Copying ${COPY} to ${file}`);
  const next = `${file}.restored`;
  await copyFile(path.join(from, COPY), next);
  await chmod(next, 0o600);
  const rows = rowsOf(next);
  for (const journal of ['-wal', '-shm']) await rm(`${file}${journal}`, { force: true });
  await rename(next, file);
  return rows;
}

/** @throws RecoveryError when a process has the database open, or when it has tables. */
function refuse(file: string, overwrite: boolean): void {
  let tables: readonly string[];
  try {
    // In this mode SQLite starts only when no other connection exists. It must be set before the first access.
    tables = use(file, (db) => {
      db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
      return tablesOf(db);
    });
  } catch (error) {
    throw new RecoveryError(`The database ${file} is in use: stop every role first.`, { cause: error });
  }
  if (tables.length > 0 && !overwrite) {
    throw new RecoveryError(
      `The database ${file} has ${tables.length} tables. Restore into another DATA_FOLDER, or replace it with --overwrite.`,
    );
  }
}

/** @throws RecoveryError when the file is damaged. */
function rowsOf(file: string): Manifest['rows'] {
  return use(file, (db) => {
    const [check] = z
      .array(z.object({ integrity_check: z.string() }))
      .parse(db.prepare('PRAGMA integrity_check').all());
    if (check?.integrity_check !== 'ok') throw new RecoveryError(`The copy ${file} is damaged.`);
    const count = (name: string) =>
      countSchema.parse(db.prepare(`SELECT COUNT(*) AS count FROM "${name}"`).get());
    return Object.fromEntries(tablesOf(db).map((name) => [name, count(name).count]));
  });
}

function tablesOf(db: Libsql.Database): readonly string[] {
  const sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
  return namesSchema.parse(db.prepare(sql).all()).map(({ name }) => name);
}

function use<Result>(file: string, work: (db: Libsql.Database) => Result): Result {
  const db = new Libsql(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}
