import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { openRedisClient, type RedisClient } from '../src/platform/redis-client';
import { freePort } from './free-port';
import { listens, startProgram, waitForProgram } from './program';
import { describeWithProgram } from './with-program';

const START_MS = 20_000;

export type RunningRedis = Awaited<ReturnType<typeof startRedis>>;

/** `describe`, or `describe.skip` with a printed reason on a machine without a Redis server. */
export function describeWithRedis(): jest.Describe {
  return describeWithProgram('redis-server');
}

/** Gives each test of the surrounding block a server of its own, and closes what the test has opened. */
export function redisForEachTest() {
  let server: RunningRedis;
  let opened: RedisClient[] = [];
  beforeEach(async () => {
    server = await startRedis();
  });
  afterEach(async () => {
    for (const shared of opened) shared.close();
    opened = [];
    await server.stop();
  });
  return {
    url: () => server.url,
    kill: (signal: NodeJS.Signals) => server.kill(signal),
    restart: () => server.restart(),
    /**
     * The shared state of one more process.
     * @param answerMs how long it waits for Redis: by default so long that a busy machine does not count as a lost server.
     */
    open(log: Logger, answerMs = 10_000): RedisClient {
      const shared = openRedisClient(server.url, 'a secret of the application, long enough', log, answerMs);
      opened.push(shared);
      return shared;
    },
  };
}

/** Starts a private server without persistence on a free port of the loopback address. */
export async function startRedis(further: readonly string[] = []) {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-redis-'));
  const port = await freePort();
  const options = [
    ...['--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'],
    ...(further.includes('--tls-cert-file') ? ['--port', '0', '--tls-port'] : ['--port']),
    ...[String(port), ...further],
  ];

  async function launch() {
    const started = startProgram('redis-server', [...options, '--dir', folder], folder);
    await waitForProgram('The Redis server', started, () => listens(port), START_MS);
    return started;
  }

  let current = await launch();
  /** Sends a signal to the server; SIGKILL also waits for its end. */
  const kill = async (signal: NodeJS.Signals) => {
    current.child.kill(signal);
    if (signal === 'SIGKILL') await current.ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    /** Starts it again, empty, at the same address, after a signal has ended it. */
    async restart() {
      current = await launch();
    },
    async stop() {
      await kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
