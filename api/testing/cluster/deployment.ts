import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { apiFolder } from '../../src/platform/folders';
import type { RunningServer } from '../database-server';
import { freePort } from '../free-port';
import { findMariaDb, startMariaDb } from '../mariadb';
import { startNginx } from '../nginx';
import { nginxProgram } from '../nginx-process';
import { type RunningRedis, startRedis } from '../redis';
import { type GaleraNode, startGalera } from './galera';
import { CHECK_ACCOUNT, type RunningProxy, startProxy } from './haproxy';
import { RoleProcess } from './role-process';

const run = promisify(execFile);
const HEALTHY_MS = 90_000;
/** The time limit of the tests' own statements, on a busy machine. */
const STATEMENT_MS = 15_000;
/** The library of the Debian package, and the program of HAProxy's. */
const GALERA = '/usr/lib/galera/libgalera_smm.so';
const HAPROXY = '/usr/sbin/haproxy';

export const deploymentKinds = ['SQLite', 'MariaDB', 'cluster'] as const;
export type Kind = (typeof deploymentKinds)[number];

export interface Deployment {
  readonly kind: Kind;
  /** The address to which buyers and webhooks go. */
  readonly url: string;
  /** The environment of the API's processes. */
  readonly environment: Readonly<Record<string, string>>;
  /** The processes that serve requests. */
  readonly webs: readonly RoleProcess[];
  readonly jobs: readonly RoleProcess[];
  /** The one database server, or the nodes of the cluster. */
  readonly databases: readonly (RunningServer & Partial<GaleraNode>)[];
  readonly redis: RunningRedis | undefined;
  readonly proxy: RunningProxy | undefined;
  /** The database server that is written. */
  writer(): Promise<RunningServer>;
  /** Waits until every part works. @throws Error after 90 seconds. */
  healthy(): Promise<void>;
  /** Ends the processes of the API; the database stays. */
  stopApi(): Promise<void>;
  stop(): Promise<void>;
}

/** What a deployment lacks on this machine, if anything. */
export async function missingPrograms(kind: Kind): Promise<readonly string[]> {
  if (kind === 'SQLite') return [];
  const present = {
    'mariadb-server': (await findMariaDb()) !== undefined,
    'nginx-light': nginxProgram !== undefined,
    'redis-server': existsSync('/usr/bin/redis-server'),
    ...(kind === 'cluster' ? { 'galera-4': existsSync(GALERA), haproxy: existsSync(HAPROXY) } : {}),
  };
  return Object.entries(present).flatMap(([name, found]) => (found ? [] : [name]));
}

/**
 * Starts the API as it is deployed, in private folders and on free ports of the loopback address: one process on SQLite;
 * else nginx, two web processes, two of the role jobs and Redis, on one MariaDB server or on a cluster of three behind HAProxy.
 * @param settings further variables of the API, once the address for webhooks is known.
 * @param stopping ends a start that is under way.
 */
export async function startDeployment(
  kind: Kind,
  settings: (url: string) => Promise<Readonly<Record<string, string>>>,
  stopping: AbortSignal,
): Promise<Deployment> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'isa-deployment-'));
  const stops: (() => Promise<void>)[] = [() => rm(dataFolder, { recursive: true, force: true })];
  let ended = Promise.resolve();
  const stop = () =>
    (ended = ended.then(async () => {
      for (const end of stops.splice(0).reverse()) await end();
    }));
  stopping.addEventListener('abort', () => void stop());
  try {
    const started = await startParts(kind, { dataFolder, settings, stops, stopping });
    return { kind, ...started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Start {
  readonly dataFolder: string;
  readonly settings: (url: string) => Promise<Readonly<Record<string, string>>>;
  /** What ends the parts, in the order of their starts. */
  readonly stops: (() => Promise<void>)[];
  readonly stopping: AbortSignal;
}

async function startParts(
  kind: Kind,
  { dataFolder, settings, stops, stopping }: Start,
): Promise<Omit<Deployment, 'kind' | 'stop'>> {
  const database = await startDatabase(kind, stops, stopping);
  stopping.throwIfAborted();
  const redis = kind === 'SQLite' ? undefined : await startRedis();
  if (redis) stops.push(() => redis.stop());
  const ports = kind === 'SQLite' ? [await freePort()] : [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const nginx =
    kind === 'SQLite'
      ? undefined
      : await startNginx(nginxProgram ?? '', { apiUrls: urls, mediaFolder: path.join(dataFolder, 'media') });
  if (nginx) stops.push(() => nginx.stop());
  const url = nginx?.url ?? urls[0] ?? '';
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    BCRYPT_COST: '4',
    // The limits are raised, because all buyers have one address.
    RATE_LIMIT_FACTOR: '10000',
    APP_SECRET: 'a secret of tests, which is long enough',
    DATA_FOLDER: dataFolder,
    DATABASE_URL: database.url ?? '',
    REDIS_URL: redis?.url ?? '',
    ...(await settings(url)),
  };
  const main = path.join(apiFolder, 'dist/src/roles/main.js');
  await run(process.execPath, [main, '--migrate', '--seed', '--prepare'], {
    env: { ...process.env, ...environment },
  });

  stopping.throwIfAborted();
  const processes: RoleProcess[] = [];
  const stopApi = async () => void (await Promise.all(processes.map((role) => role.stop())));
  stops.push(stopApi);
  const start = async (role: RoleProcess['role'], port: number) => {
    stopping.throwIfAborted();
    const process = new RoleProcess(role, environment, port);
    processes.push(process);
    await process.start();
    return process;
  };
  const webs: RoleProcess[] = [];
  for (const port of ports) webs.push(await start(kind === 'SQLite' ? 'all' : 'web', port));
  const jobs = kind === 'SQLite' ? [] : [await start('jobs', 0), await start('jobs', 0)];
  return {
    url,
    environment,
    webs,
    jobs,
    redis,
    databases: database.servers,
    proxy: database.proxy,
    writer: database.writer,
    stopApi,
    async healthy() {
      await Promise.all(processes.map((role) => role.ready()));
      for (const deadline = Date.now() + HEALTHY_MS; !(await database.isWhole()); await pause(200)) {
        if (Date.now() > deadline) throw new Error('The database does not recover.');
      }
    },
  };
}

interface Database {
  /** The database's address; `undefined` for SQLite. */
  readonly url: string | undefined;
  readonly servers: readonly (RunningServer & Partial<GaleraNode>)[];
  readonly proxy: RunningProxy | undefined;
  writer(): Promise<RunningServer>;
  isWhole(): Promise<boolean>;
}

async function startDatabase(
  kind: Kind,
  stops: (() => Promise<void>)[],
  stopping: AbortSignal,
): Promise<Database> {
  const none = { url: undefined, servers: [], proxy: undefined };
  if (kind === 'SQLite') {
    return {
      ...none,
      writer: () => Promise.reject(new Error('SQLite has no server.')),
      isWhole: async () => true,
    };
  }
  const programs = await findMariaDb();
  if (!programs) throw new Error('There is no MariaDB on this machine.');
  if (kind === 'MariaDB') {
    const server = await startMariaDb(programs);
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
  const proxy = await startProxy(
    HAPROXY,
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
