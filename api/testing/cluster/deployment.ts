import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { apiFolder } from '../../src/platform/folders';
import { freePort } from '../free-port';
import { startNginx } from '../nginx';
import { nginxProgram } from '../nginx-process';
import { type RunningRedis, startRedis } from '../redis';
import { type Database, startDatabase, waitUntilWhole } from './database';
import { RoleProcess } from './role-process';

const run = promisify(execFile);

export const deploymentKinds = ['SQLite', 'MariaDB'] as const;
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
  /** The database server; none for SQLite. */
  readonly database: Database | undefined;
  readonly redis: RunningRedis | undefined;
  /** Waits until every part works. @throws Error after 90 seconds. */
  healthy(): Promise<void>;
  /** Ends the processes of the API; the database stays. */
  stopApi(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the API as it is deployed, in private folders and on free ports of the loopback address: one process on SQLite;
 * else nginx, two web processes, two of the role jobs and Redis, on a MariaDB server.
 * @param settings further variables of the API, once the address for webhooks is known.
 * @param stopping ends a start that is under way.
 */
export async function startDeployment(
  kind: Kind,
  settings: (url: string) => Promise<Readonly<Record<string, string>>>,
  stopping: AbortSignal,
): Promise<Deployment> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'isa-deployment-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(dataFolder, { recursive: true, force: true })];
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
  readonly stops: (() => Promise<unknown>)[];
  readonly stopping: AbortSignal;
}

async function startParts(
  kind: Kind,
  { dataFolder, settings, stops, stopping }: Start,
): Promise<Omit<Deployment, 'kind' | 'stop'>> {
  const database = kind === 'SQLite' ? undefined : await startDatabase(kind, stops, stopping);
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
    DATABASE_URL: database?.url ?? '',
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
    database,
    stopApi,
    async healthy() {
      await Promise.all(processes.map((role) => role.ready()));
      if (database) await waitUntilWhole(database);
    },
  };
}
