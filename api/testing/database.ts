import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { catalogue } from '../content';
import { seed } from '../src/database/content';
import { createDataSource } from '../src/database/data-source';
import { entities } from '../src/database/entities';
import { migrate } from '../src/database/migrate';
import { migrations } from '../src/database/migrations';

export interface TestDatabase {
  /** The data source: connected and, by default, migrated. */
  readonly db: DataSource;
  /** The configuration of further connections to the same database. */
  readonly where: { readonly databaseUrl: string | undefined; readonly dataFolder: string };
  close(): Promise<void>;
}

/** The server on which the suite runs: MariaDB or MySQL with `TEST_DATABASE_URL`, else none, for SQLite. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

interface Options {
  readonly migrated?: boolean;
  /** Whether the catalogue is inserted. */
  readonly seeded?: boolean;
  readonly charset?: string;
  /** The address of another database server. */
  readonly server?: string | undefined;
}

/** A new database: a SQLite file in a temporary folder, or a schema on the server of `TEST_DATABASE_URL`. */
export async function createTestDatabase({
  migrated = true,
  seeded = false,
  charset = 'utf8mb4',
  server = serverUrl,
}: Options = {}): Promise<Omit<TestDatabase, 'db'>> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'isa-test-'));
  const schema = `isa_test_${randomBytes(6).toString('hex')}`;
  const databaseUrl = server ? new URL(`/${schema}`, server).href : undefined;
  const where = { databaseUrl, dataFolder };
  if (server) await command(server, `CREATE DATABASE ${schema} CHARACTER SET ${charset}`);
  if (migrated && server) await command(server, `USE ${schema};\n${await migratedTables(server)}`);
  if (seeded && server) await connected(where, (db) => seed(db, catalogue));
  if (migrated && !server) await writeFile(fileIn(dataFolder), await modelFile(seeded), { mode: 0o600 });
  return {
    where,
    async close() {
      if (server) await command(server, `DROP DATABASE ${schema}`);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The same with a connection. */
export async function openTestDatabase(options: Options = {}): Promise<TestDatabase> {
  const { where, close } = await createTestDatabase(options);
  const db = await createDataSource(where).initialize();
  return {
    db,
    where,
    async close() {
      if (db.isInitialized) await db.destroy();
      await close();
    },
  };
}

const fileIn = (dataFolder: string) => path.join(dataFolder, 'isa.sqlite');

async function connected<Result>(
  where: TestDatabase['where'],
  run: (db: DataSource) => Promise<Result>,
): Promise<Result> {
  const db = await createDataSource(where).initialize();
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

/** The bytes of a migrated file without and with the catalogue. Tests copy them, in a twentieth of the time. */
const models = new Map<boolean, Promise<Buffer>>();

function modelFile(seeded: boolean): Promise<Buffer> {
  const model = models.get(seeded) ?? createModelFile(seeded);
  models.set(seeded, model);
  return model;
}

async function createModelFile(seeded: boolean): Promise<Buffer> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'isa-test-'));
  try {
    await connected({ databaseUrl: undefined, dataFolder }, async (db) => {
      await migrate(db);
      if (seeded) await seed(db, catalogue);
      // The write-ahead log's rows go into the file.
      await db.query('PRAGMA wal_checkpoint(TRUNCATE)');
    });
    return await readFile(fileIn(dataFolder));
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

const described = [...migrations.map(String), JSON.stringify(entities.map(({ options }) => options))];
const content = createHash('sha256').update(described.join('\n')).digest('hex');
/** The database remains on the server for the next tests. */
const model = `isa_test_model_${content.slice(0, 12)}`;
const tablesOfServers = new Map<string, Promise<string>>();

/** Statements that create the migrated tables, in a fifth of the time. Of all test files the first one migrates. */
function migratedTables(server: string): Promise<string> {
  const known = tablesOfServers.get(server);
  if (known) return known;
  const tables = readMigratedTables(server);
  tablesOfServers.set(server, tables);
  return tables;
}

async function readMigratedTables(server: string): Promise<string> {
  await command(server, `CREATE DATABASE IF NOT EXISTS ${model} CHARACTER SET utf8mb4`);
  const databaseUrl = new URL(`/${model}`, server).href;
  return connected({ databaseUrl, dataFolder: '' }, async (db) => {
    await migrate(db);
    const tables = z.array(z.record(z.string(), z.string())).parse(await db.query('SHOW TABLES'));
    const statements = await Promise.all(
      tables.flatMap(Object.values).map(async (table) => {
        const [row] = z
          .array(z.object({ 'Create Table': z.string() }))
          .parse(await db.query(`SHOW CREATE TABLE ${table}`));
        return `${row?.['Create Table']};`;
      }),
    );
    const recorded = `INSERT INTO migrations SELECT * FROM ${model}.migrations;`;
    return ['SET foreign_key_checks = 0;', ...statements, recorded].join('\n');
  });
}

const DATABASE_ROLES = ['prepare', 'web', 'jobs', 'office'] as const;
export type DatabaseRole = (typeof DATABASE_ROLES)[number];
const PASSWORD = 'isa';
const rights = readFileSync(path.join(__dirname, '../../shell/platform/hosting/database-roles.sql'), 'utf8');

/**
 * Accounts with the rights that each role has in production.
 * @param tables whether there are any; without them only prepare has rights.
 * @returns the address with which a role reaches the database.
 */
export async function createDatabaseAccounts(
  databaseUrl: string,
  tables = true,
): Promise<(role: DatabaseRole) => string> {
  const accounts = DATABASE_ROLES.map((role) => {
    const account = `${role}@'127.0.0.1'`;
    const word = databaseUrl.startsWith('mariadb:') ? 'FOR' : 'TO';
    return `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${PASSWORD}';
GRANT isa_${role} TO ${account};
SET DEFAULT ROLE isa_${role} ${word} ${account};`;
  });
  const granted = tables ? rights : rights.replaceAll(/^GRANT .* ON \w+ TO .*$/gm, '');
  await command(databaseUrl, [granted, ...accounts].join('\n'));
  return (role) => Object.assign(new URL(databaseUrl), { username: role, password: PASSWORD }).href;
}

async function command(url: string, sql: string): Promise<void> {
  const uri = url.replace(/^mariadb:/, 'mysql:');
  const connection = await createConnection({ uri, multipleStatements: true });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
