import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect, createDataSource, type DatabaseLocation } from '../database/data-source';
import { MailTokens, Sessions, VideoTickets } from '../database/entities';
import {
  compareRows,
  countOf,
  readManifest,
  RecoveryError,
  type Report,
  type RestoreOptions,
  writeManifest,
} from './backup-folder';
import { backUpMariaDb, copyBinlogs, restoreMariaDb } from './mariadb-backup';
import { backUpSqlite, restoreSqlite } from './sqlite-backup';

/**
 * Copies the database into a new folder, while it is in use.
 * @param metrics a file for Prometheus' node exporter, which says when the last copy was made.
 * @returns the folder.
 */
export async function createBackup(
  { databaseUrl, dataFolder }: DatabaseLocation,
  to: string,
  report: Report,
  metrics?: string,
): Promise<string> {
  const at = new Date();
  const folder = path.join(to, at.toISOString().replaceAll(':', '-'));
  // Only its owner can read the folder, because it will contain personal data.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copied = databaseUrl
    ? { engine: 'mariadb' as const, ...(await backUpMariaDb(databaseUrl, folder, report)) }
    : { engine: 'sqlite' as const, ...(await backUpSqlite(dataFolder, folder)) };
  await writeManifest(folder, { at: at.toISOString(), ...copied });
  if (metrics !== undefined) await writeMetrics(metrics, CREATED, at);
  report(`The backup is complete: ${folder}, ${countOf(copied.rows)}`);
  return folder;
}

/**
 * Restores a backup into an empty database and compares the rows.
 * @returns the time of the backup.
 * @throws RecoveryError
 */
export async function restoreBackup(
  location: DatabaseLocation,
  from: string,
  options: RestoreOptions,
  report: Report,
): Promise<Date> {
  const manifest = await readManifest(from);
  const { databaseUrl, dataFolder } = location;
  if (databaseUrl ? manifest.engine !== 'mariadb' : manifest.engine !== 'sqlite') {
    throw new RecoveryError(`It is a backup of ${manifest.engine}, and DATABASE_URL names another database.`);
  }
  if (databaseUrl) {
    const restored = await restoreMariaDb(databaseUrl, from, options, manifest, report);
    compareRows(manifest.rows, restored.rows);
    report(`Restored as at the backup: ${countOf(restored.rows)}`);
    await restored.replay();
  } else {
    if (options.binlogs !== undefined) throw new RecoveryError('SQLite has no binary logs to replay.');
    const rows = await restoreSqlite(dataFolder, from, options.overwrite, report);
    compareRows(manifest.rows, rows);
    report(`Restored as at the backup: ${countOf(rows)}`);
  }
  // Logouts and used links since the backup are unknown, so that none of it may work again.
  const db = await connect(createDataSource(location, { connections: 1, statement: 0, lock: 2 }));
  try {
    for (const table of [Sessions, MailTokens, VideoTickets]) await db.getRepository(table).deleteAll();
  } finally {
    await db.destroy();
  }
  report('Ended all logins, links of mails and video tickets of that time');
  return new Date(manifest.at);
}

/**
 * Copies what the database has logged since the last copy.
 * @param metrics a file for Prometheus' node exporter, which says when the last copy was made: in 1970 when not even the first one succeeds.
 * @throws RecoveryError
 */
export async function copyLogs(
  { databaseUrl }: DatabaseLocation,
  to: string,
  report: Report,
  metrics?: string,
) {
  if (databaseUrl === undefined)
    throw new RecoveryError('SQLite has no binary logs: make backups more often.');
  const at = new Date();
  try {
    await copyBinlogs(databaseUrl, to, report);
  } catch (error) {
    if (metrics !== undefined && !existsSync(metrics)) await writeMetrics(metrics, COPIED, new Date(0));
    throw error;
  }
  if (metrics !== undefined) await writeMetrics(metrics, COPIED, at);
}

const CREATED = { name: 'isa_backup_created_seconds', help: 'When the last complete backup was made' };
const COPIED = { name: 'isa_binlog_copied_seconds', help: 'When the binary log was last copied' };

/** In Prometheus' text format. The exporter, which has another user, never reads half a file. */
async function writeMetrics(file: string, { name, help }: typeof CREATED, at: Date): Promise<void> {
  const lines = [
    `# HELP ${name} ${help}, in seconds since 1970`,
    `# TYPE ${name} gauge`,
    `${name} ${Math.floor(at.getTime() / 1_000)}`,
  ];
  await writeFile(`${file}.new`, `${lines.join('\n')}\n`);
  await chmod(`${file}.new`, 0o644);
  await rename(`${file}.new`, file);
}
