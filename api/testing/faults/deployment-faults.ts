import { setTimeout as pause } from 'node:timers/promises';
import { type Database, execute } from '../cluster/database';
import type { RunningRedis } from '../redis';
import type { SeededRandom } from './seeded-random';

/** A fault of a deployment's part. */
export interface Fault {
  readonly name: string;
  /** The shortest time that it lasts, in milliseconds. */
  readonly minMs?: number | undefined;
  /** @returns what ends the fault. */
  begin(): Promise<() => Promise<void>>;
}

/** A process that starts again after it was killed. */
interface Killable {
  kill(): Promise<void>;
}

/** The parts of a deployment that can fail. */
interface Parts {
  readonly webs: readonly Killable[];
  readonly jobs: readonly Killable[];
  readonly redis: RunningRedis | undefined;
  readonly database: Database;
}

const nothing = async () => undefined;

/** How long HAProxy and the other nodes take to notice a fault; what ends before is a delay. */
const NOTICED_MS = 5_000;
const LONGER_MS = 3_000;

/** Lets a fault begin, last for a random time, and end. @param longerMs how much longer than the shortest time. */
export async function runFault(fault: Fault, random: SeededRandom, longerMs = LONGER_MS): Promise<void> {
  const end = await fault.begin();
  await pause(Math.max(fault.minMs ?? 0, longerMs / 6) + random.below(longerMs));
  await end();
}

/** The fault that a process is killed. */
export function killed(name: string, ...parts: readonly Killable[]): Fault {
  return {
    name,
    async begin() {
      await Promise.all(parts.map((part) => part.kill()));
      return nothing;
    },
  };
}

/** Every fault that a deployment survives, one at a time. */
export function faultsOf({ webs, jobs, redis, database }: Parts, random: SeededRandom): Fault[] {
  const one = (name: string, [first, ...others]: readonly Killable[]) =>
    first ? [killed(name, random.pick([first, ...others]))] : [];
  const found = [...one('web process killed', webs), ...one('jobs process killed', jobs)];
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
  const { writer } = database;
  const part = database.proxy ? 'writer' : 'database';
  found.push(
    {
      name: `${part} killed`,
      async begin() {
        const server = await writer();
        server.kill('SIGKILL');
        return () => server.restart();
      },
    },
    {
      name: `${part} frozen`,
      minMs: NOTICED_MS,
      async begin() {
        const server = await writer();
        await server.freeze();
        return async () => server.kill('SIGCONT');
      },
    },
    setting(`${part} read-only`, 'read_only', ['1', '0']),
  );
  if (database.proxy)
    found.push(
      setting(
        'writer cut off',
        'wsrep_provider_options',
        ["'gmcast.isolate=1'", "'gmcast.isolate=0'"],
        NOTICED_MS,
      ),
    );
  return found;

  function setting(name: string, variable: string, [on, off]: readonly [string, string], minMs = 0): Fault {
    return {
      name,
      minMs,
      async begin() {
        const { url } = await writer();
        await execute(url, `SET GLOBAL ${variable} = ${on}`);
        return async () => void (await execute(url, `SET GLOBAL ${variable} = ${off}`));
      },
    };
  }
}

/** A part that is replaced as for an update, and works again afterwards. */
export function restart(name: string, work: () => Promise<void>): Fault {
  return {
    name,
    async begin() {
      await work();
      return nothing;
    },
  };
}

/** A rolling restart of what is not a role: every part in turn. */
export function restartsOf({ redis, database }: Pick<Parts, 'redis' | 'database'>): Fault[] {
  const { servers, proxy } = database;
  return [
    ...(redis
      ? [
          restart('restart of Redis', async () => {
            await redis.kill('SIGKILL');
            await redis.restart();
          }),
        ]
      : []),
    ...servers.map((server) =>
      restart('restart of a node', async () => {
        server.kill('SIGTERM');
        await server.restart();
      }),
    ),
    ...(proxy ? [restart('reload of HAProxy', () => proxy.reload())] : []),
  ];
}
