import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../src/database/data-source';
import { migrate } from '../src/database/migrate';

export interface TestDatabase {
  /** Connected and, by default, migrated. */
  readonly db: DataSource;
  /** The configuration of further connections to the same database. */
  readonly where: { readonly databaseUrl: string | undefined; readonly dataFolder: string };
  close(): Promise<void>;
}

/** The server on which the suite runs: MariaDB or MySQL with `TEST_DATABASE_URL`, else none, for SQLite. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

interface Options {
  readonly migrated?: boolean;
  readonly charset?: string;
  /** The address of another database server. */
  readonly server?: string | undefined;
}

/** A new database: a SQLite file in a temporary folder, or a schema on the server of `TEST_DATABASE_URL`. */
export async function openTestDatabase({
  migrated = true,
  charset = 'utf8mb4',
  server = serverUrl,
}: Options = {}): Promise<TestDatabase> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'isa-test-'));
  const schema = `isa_test_${randomBytes(6).toString('hex')}`;
  const databaseUrl = server ? new URL(`/${schema}`, server).href : undefined;
  if (server) await command(server, `CREATE DATABASE ${schema} CHARACTER SET ${charset}`);
  const where = { databaseUrl, dataFolder };
  const db = await createDataSource(where).initialize();
  if (migrated) await migrate(db);
  return {
    db,
    where,
    async close() {
      if (db.isInitialized) await db.destroy();
      if (server) await command(server, `DROP DATABASE ${schema}`);
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
