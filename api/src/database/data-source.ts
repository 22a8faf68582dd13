import path from 'node:path';
import Libsql from 'libsql';
import { DataSource, type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import { entities } from './entities';
import { installGate } from './gated-query-runner';
import { migrations } from './migrations';
import { gates } from './transaction';
import { TransactionGate } from './transaction-gate';

class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(property: string, given: string): string {
    return given || property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

/** What all databases share. TypeORM's own log prints bound values, so it stays silent. */
const common = {
  entities,
  migrations,
  migrationsTransactionMode: 'each',
  namingStrategy: new SnakeCaseNames(),
  synchronize: false,
  logging: false,
} as const;

/** How long opening the file may wait for another process. */
const OPENING_MS = 5_000;

function sqlite(file: string): DataSourceOptions {
  return {
    ...common,
    type: 'better-sqlite3',
    database: file,
    driver: Libsql,
    enableWAL: true,
    timeout: OPENING_MS,
    // A shop prefers a slower commit to an order that a power cut takes back.
    prepareDatabase: (connection: Libsql.Database) => void connection.pragma('synchronous = FULL'),
  };
}

function server(type: 'mysql' | 'mariadb', url: string): DataSourceOptions {
  return { ...common, type, url, charset: 'utf8mb4', timezone: 'Z', poolSize: 10 };
}

/**
 * The database as configured: MySQL or MariaDB when a URL says so (`mysql://…`, `mariadb://…`), else a SQLite
 * file in the data folder. Not connected yet.
 */
export function createDataSource(where: {
  readonly databaseUrl?: string | undefined;
  readonly dataFolder: string;
}): DataSource {
  const { databaseUrl } = where;
  if (databaseUrl) {
    const type = databaseUrl.startsWith('mariadb:') ? 'mariadb' : 'mysql';
    return new DataSource(server(type, databaseUrl));
  }
  const db = new DataSource(sqlite(path.join(where.dataFolder, 'isa.sqlite')));
  const gate = new TransactionGate();
  installGate(db, gate);
  gates.set(db, gate);
  return db;
}

/**
 * Connects, and refuses a database that could not hold every name and message: MySQL and MariaDB take what a
 * database was created with, and many defaults know no emoji and half the world's scripts.
 * @throws Error
 */
export async function connect(db: DataSource): Promise<DataSource> {
  await db.initialize();
  if (db.options.type === 'better-sqlite3') return db;
  const [row] = await db.query<{ charset: string }[]>('SELECT @@character_set_database AS charset');
  if (row?.charset !== 'utf8mb4') {
    await db.destroy();
    throw new Error(`its character set is ${row?.charset}; create it with CHARACTER SET utf8mb4.`);
  }
  return db;
}
