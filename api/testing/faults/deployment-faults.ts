import type { Deployment } from '../cluster/deployment';
import { execute } from '../cluster/deployment';
import type { SeededRandom } from './seeded-random';

/** A fault of a deployment's part. */
export interface Fault {
  readonly name: string;
  /** The shortest time that it lasts, in milliseconds. */
  readonly lasts?: number;
  /** @returns what ends the fault. */
  begin(): Promise<() => Promise<void>>;
}

const nothing = async () => undefined;

/** How long HAProxy and the other nodes take to notice a fault; what ends before is a delay. */
const NOTICED_MS = 5_000;

/** Every fault that a deployment survives, one at a time. */
export function faultsOf(
  { webs, jobs, redis, databases, ...deployment }: Deployment,
  random: SeededRandom,
): Fault[] {
  const killed = (name: string, parts: Deployment['webs']): Fault[] =>
    parts.map((part) => ({
      name,
      async begin() {
        part.kill();
        return nothing;
      },
    }));
  const any = (faults: Fault[]) =>
    faults.length > 0 ? [faults[random.below(faults.length)]].flatMap((one) => one ?? []) : [];
  const process = deployment.kind === 'SQLite' ? 'process killed' : 'web process killed';
  const found = [...any(killed(process, webs)), ...any(killed('jobs process killed', jobs))];
  if (redis) {
    found.push(
      {
        name: 'Redis killed',
        async begin() {
          await redis.kill('SIGKILL');
          return () => redis.restart();
        },
      },
      {
        name: 'Redis frozen',
        async begin() {
          await redis.kill('SIGSTOP');
          return () => redis.kill('SIGCONT');
        },
      },
    );
  }
  if (databases.length === 0) return found;
  const part = databases.length > 1 ? 'writer' : 'database';
  found.push(
    {
      name: `${part} killed`,
      async begin() {
        const server = await deployment.writer();
        server.kill('SIGKILL');
        return () => server.restart();
      },
    },
    {
      name: `${part} frozen`,
      lasts: NOTICED_MS,
      async begin() {
        const server = await deployment.writer();
        server.kill('SIGSTOP');
        return async () => server.kill('SIGCONT');
      },
    },
    setting(`${part} read-only`, 'read_only', ['1', '0']),
  );
  if (databases.length > 1)
    found.push(
      setting(
        'writer cut off',
        'wsrep_provider_options',
        ["'gmcast.isolate=1'", "'gmcast.isolate=0'"],
        NOTICED_MS,
      ),
    );
  return found;

  function setting(name: string, variable: string, [on, off]: readonly [string, string], lasts = 0): Fault {
    return {
      name,
      lasts,
      async begin() {
        const { url } = await deployment.writer();
        await execute(url, `SET GLOBAL ${variable} = ${on}`);
        return async () => void (await execute(url, `SET GLOBAL ${variable} = ${off}`));
      },
    };
  }
}

/** A rolling restart: every part in turn, as for an update. */
export function restartsOf({
  webs = [],
  jobs = [],
  redis,
  databases,
  proxy,
}: Pick<Deployment, 'redis' | 'databases' | 'proxy'> & Partial<Pick<Deployment, 'webs' | 'jobs'>>): Fault[] {
  const restart = (name: string, work: () => Promise<void>): Fault => ({
    name,
    async begin() {
      await work();
      return nothing;
    },
  });
  return [
    ...webs.map((web) =>
      restart(`restart of a ${web.role === 'all' ? 'process' : 'web process'}`, () => web.restart()),
    ),
    ...jobs.map((job) => restart('restart of a jobs process', () => job.restart())),
    ...(redis
      ? [
          restart('restart of Redis', async () => {
            await redis.kill('SIGKILL');
            await redis.restart();
          }),
        ]
      : []),
    ...databases.map((server) =>
      restart(databases.length > 1 ? 'restart of a node' : 'restart of the database', async () => {
        server.kill('SIGTERM');
        await server.restart();
      }),
    ),
    ...(proxy ? [restart('reload of HAProxy', () => proxy.reload())] : []),
  ];
}
