import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { RunningServer } from '../database-server';
import { ONE_FILE } from '../full-disk';
import { findMariaDb, startMariaDb } from '../mariadb';
import { type GaleraNode, startGalera } from './galera';
import { CHECK_ACCOUNT, type RunningProxy, startDatabaseProxy } from './haproxy';

/** The time limit of the tests' own statements, on a busy machine. */
const STATEMENT_MS = 15_000;
/** How long a part may take to come back. */
const HEALTHY_MS = 90_000;
/** The library of the Debian package. */
const GALERA = '/usr/lib/galera/libgalera_smm.so';

/** One server, or a Galera cluster of three behind HAProxy. */
export type DatabaseKind = 'MariaDB' | 'cluster';

export interface Database {
  /** The address that the API connects to. */
  readonly url: string;
  readonly servers: readonly (RunningServer & Partial<GaleraNode>)[];
  readonly proxy: RunningProxy | undefined;
  writer(): Promise<RunningServer>;
  isWhole(): Promise<boolean>;
}

/** @param stops gets what ends its parts. */
export async function startDatabase(
  kind: DatabaseKind,
  stops: (() => Promise<unknown>)[],
  stopping: AbortSignal,
): Promise<Database> {
  const programs = findMariaDb();
  if (!programs) throw new Error('There is no MariaDB on this machine.');
  if (kind === 'MariaDB') {
    // One file, so that a test can fill the disk.
    const server = await startMariaDb(programs, ONE_FILE);
    stops.push(() => server.stop());
    await execute(server.url, ...ACCOUNTS);
    const url = appUrl(Number(new URL(server.url).port));
    return {
      url,
      servers: [server],
      proxy: undefined,
      writer: async () => server,
      isWhole: () => writes(url),
    };
  }
  const nodes = await startGalera(programs, GALERA, stopping);
  stops.push(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
  await nodes[0]?.execute(...ACCOUNTS);
  const proxy = await startDatabaseProxy(
    nodes.map(({ name, url }) => ({ name, port: Number(new URL(url).port) })),
  );
  stops.push(() => proxy.stop());
  const url = appUrl(proxy.port);
  return {
    url,
    servers: nodes,
    proxy,
    async writer() {
      const [row] = await execute(url, 'SELECT @@wsrep_node_name AS name');
      const node = nodes.find(({ name }) => name === row?.['name']);
      if (!node) throw new Error('The writer is unknown.');
      return node;
    },
    async isWhole() {
      const whole = await Promise.all(nodes.map((node) => node.isWhole()));
      return whole.every(Boolean) && writes(url);
    },
  };
}

/** The application's account is one that a read-only server refuses. */
const ACCOUNTS = [
  `CREATE USER ${CHECK_ACCOUNT}`,
  'CREATE DATABASE isa CHARACTER SET utf8mb4',
  "CREATE USER app@'127.0.0.1' IDENTIFIED BY 'app'",
  "GRANT ALL ON isa.* TO app@'127.0.0.1'",
];

function appUrl(port: number): string {
  return `mariadb://app:app@127.0.0.1:${port}/isa`;
}

function writes(url: string): Promise<boolean> {
  return execute(url, 'SELECT @@global.read_only AS refuses').then(
    ([row]) => row?.['refuses'] === 0,
    () => false,
  );
}

/** @throws Error with the logs of its servers when it is not whole after 90 seconds. */
export async function waitUntilWhole(database: Pick<Database, 'isWhole' | 'servers'>): Promise<void> {
  for (const deadline = Date.now() + HEALTHY_MS; !(await database.isWhole()); await pause(200)) {
    if (Date.now() <= deadline) continue;
    const logs = database.servers.map(({ name = 'server', output }) => `── ${name}\n${output()}`);
    throw new Error(`The database does not recover:\n${logs.join('\n')}`);
  }
}

/** @returns the rows of the last statement. */
export async function execute(
  url: string,
  ...statements: readonly string[]
): Promise<readonly RowDataPacket[]> {
  const connection = await createConnection({
    uri: url.replace('mariadb:', 'mysql:'),
    connectTimeout: STATEMENT_MS,
  });
  connection.on('error', () => undefined);
  try {
    let rows: RowDataPacket[] = [];
    for (const sql of statements) {
      const [result] = await connection.query<RowDataPacket[]>({ sql, timeout: STATEMENT_MS });
      rows = result;
    }
    return rows;
  } finally {
    connection.destroy();
  }
}
