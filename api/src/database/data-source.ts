import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { DataSource, DefaultNamingStrategy, type EntitySchema } from 'typeorm';
import { DATA_FOLDER_MODE } from '../platform/folders';
import { serverAt } from '../platform/tls';
import { entities } from './entities';
import { installGate } from './gated-query-runner';
import { migrations } from './migrations';
import type { DatabaseMeter } from './meter';
import { type ConnectionLimits, installLimits } from './server-query-runner';
import { gates, TransactionGate } from './transaction';
import { RETRY_MS } from './retry';

class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(property: string, given: string): string {
    return given || property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

/** Options for all databases. TypeORM's log is off because it prints bound values. */
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

/** Where the database is: at the URL, or else a SQLite file in the folder. */
export interface DatabaseLocation {
  readonly databaseUrl?: string | undefined;
  readonly dataFolder: string;
}

export interface PoolOptions extends ConnectionLimits {
  readonly connections: number;
  /** The tables that the pool reads and writes; all by default. */
  readonly entities?: readonly EntitySchema[];
  readonly meter?: DatabaseMeter;
}

/** How long a connection with its login may take, in milliseconds. */
const CONNECTING_MS = 2_000;

/** mysql2 compares the server's name only when it is told to. */
export const VERIFIED = { rejectUnauthorized: true, verifyIdentity: true };

/** Not connected yet. @param pool for MySQL and MariaDB; SQLite has one connection. */
export function createDataSource(
  { databaseUrl, dataFolder }: DatabaseLocation,
  pool: PoolOptions = { connections: 10, statement: 5, lock: 2 },
): DataSource {
  if (databaseUrl) {
    const type = databaseUrl.startsWith('mariadb:') ? 'mariadb' : 'mysql';
    const { address, tls } = serverAt('DATABASE_URL', databaseUrl);
    const server = new DataSource({
      ...common,
      entities: [...(pool.entities ?? entities)],
      type,
      url: address,
      ...(tls && { ssl: { ...tls, ...VERIFIED } }),
      charset: 'utf8mb4',
      timezone: 'Z',
      poolSize: pool.connections,
      connectTimeout: CONNECTING_MS,
    });
    installLimits(server, pool, pool.meter);
    return server;
  }
  const db = new DataSource({
    ...common,
    type: 'better-sqlite3',
    database: path.join(dataFolder, 'isa.sqlite'),
    driver: Libsql,
    enableWAL: true,
    timeout: OPENING_MS,
    // Commits are slower with this setting, but no order is lost in a power failure.
    prepareDatabase: (connection: Libsql.Database) => void connection.pragma('synchronous = FULL'),
  });
  const gate = new TransactionGate();
  installGate(db, gate, pool.meter);
  gates.set(db, gate);
  return db;
}

/** Connects. Many defaults lack emoji and scripts, so such a database is rejected. @throws Error */
export async function connect(db: DataSource): Promise<DataSource> {
  if (db.options.type === 'better-sqlite3') {
    const file = db.options.database;
    mkdirSync(path.dirname(file), { recursive: true, mode: DATA_FOLDER_MODE });
    // SQLite would let every user read the file; its journals get the file's permissions. An existing file is
    // not opened: closing it would drop the locks of this process's other connections (POSIX), and the next
    // process that closes the database would remove the journal with all that they save.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    return db.initialize();
  }
  await db.initialize();
  const [row] = await db.query<{ charset: string }[]>('SELECT @@character_set_database AS charset');
  if (row?.charset !== 'utf8mb4') {
    await db.destroy();
    throw new Error(`its character set is ${row?.charset}; create it with CHARACTER SET utf8mb4.`);
  }
  return db;
}

/** The pools, so that a slow statement of one kind of work leaves connections to the others. */
const SIZES = {
  /** Accounts, lessons and everything that is not named below. */
  customers: { connections: 8, statement: 5, lock: 2, acquire: RETRY_MS / 1000 },
  money: { connections: 8, statement: 5, lock: 2, acquire: RETRY_MS / 1000 },
  /** Reads that every visitor shares; after half a second a response from memory takes their place. */
  public: { connections: 4, statement: 2, lock: 1 },
  jobs: { connections: 4, statement: 30, lock: 2 },
  probe: { connections: 1, statement: 1, lock: 1, entities: [] },
} as const satisfies Record<string, PoolOptions>;

export type Pools = Readonly<Record<keyof typeof SIZES, DataSource>>;

/** Connects the pools. On SQLite, which has one writer, all pools that write are one connection. */
export async function openPools(location: DatabaseLocation, meterOf: (pool: keyof Pools) => DatabaseMeter) {
  const create = (name: keyof Pools) => createDataSource(location, { ...SIZES[name], meter: meterOf(name) });
  const customers = await connect(create('customers'));
  const open = (name: keyof Pools) => create(name).initialize();
  if (!location.databaseUrl) {
    const reads = await open('public');
    return { customers, money: customers, jobs: customers, public: reads, probe: reads };
  }
  const [money, jobs, reads, probe] = await Promise.all([
    open('money'),
    open('jobs'),
    open('public'),
    open('probe'),
  ]);
  return { customers, money, jobs, public: reads, probe };
}

export async function closePools(pools: Pools): Promise<void> {
  const open = new Set(Object.values(pools).filter(({ isInitialized }) => isInitialized));
  await Promise.all([...open].map((pool) => pool.destroy()));
}
