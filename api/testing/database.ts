import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../src/database/data-source';

export interface TestDatabase {
  /** Connected; migrated unless told otherwise. */
  readonly db: DataSource;
  /** What a second process would be configured with to work on the same database. */
  readonly where: { readonly databaseUrl: string | undefined; readonly dataFolder: string };
  close(): Promise<void>;
}

/** Which database the suite runs on: MariaDB or MySQL when `TEST_DATABASE_URL` is given, else SQLite. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

/** A fresh database: a SQLite file in a temporary folder, or a new schema on the server of `TEST_DATABASE_URL`. */
export async function openTestDatabase({ migrated = true, charset = 'utf8mb4' } = {}): Promise<TestDatabase> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'isa-test-'));
  const schema = `isa_test_${randomBytes(6).toString('hex')}`;
  const databaseUrl = serverUrl ? new URL(`/${schema}`, serverUrl).href : undefined;
  if (serverUrl) await command(serverUrl, `CREATE DATABASE ${schema} CHARACTER SET ${charset}`);
  const where = { databaseUrl, dataFolder };
  const db = await createDataSource(where).initialize();
  if (migrated) await db.runMigrations();
  return {
    db,
    where,
    async close() {
      if (db.isInitialized) await db.destroy();
      if (serverUrl) await command(serverUrl, `DROP DATABASE ${schema}`);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function command(url: string, sql: string): Promise<void> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
