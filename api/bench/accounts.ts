import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startApiProcess } from '../testing/api-process';
import { createUser } from '../testing/factories';
import { quantile, sorted, withDeps } from './support';

const LOG_INS = 20;
const PROBE_EVERY_MS = 10;
const PROBES = 600;
const CHECKERS = 16;
const CHECK_SECONDS = 5;
const VERIFICATIONS = 200_000;
const PASSWORD = 'correct horse';

/** Sends a request. @returns the status of its response. */
type Send = (method: string, path: string, body?: object) => Promise<number>;

/** Measures whether log ins, each of which hashes on one core, delay other requests, and the cost of a token check. */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-bench-'));
  const env = {
    DATA_FOLDER: folder,
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '100000',
  };
  const api = await startApiProcess(env);
  const agent = new Agent({ keepAlive: true });
  const send = sender(api.url, agent);
  try {
    const { email, token } = await withDeps(env, async (deps) => {
      const user = await createUser(deps, { password: PASSWORD });
      return { email: user.email, token: (await deps.sessions.start(user.id, 'bench')).token };
    });
    const quiet = await probe(send);
    const logIns = startLogIns(send, email);
    const busy = await probe(send);
    const { succeeded, refused, seconds } = await logIns.stop();
    console.log(
      `\nHealth, ${PROBES} probes, one each ${PROBE_EVERY_MS} ms (${availableParallelism()} cores)`,
    );
    console.table({ quiet, [`${LOG_INS} clients logging in`]: busy });
    console.log(`Log ins: ${(succeeded / seconds).toFixed(1)} a second, ${refused} refused (bcrypt cost 11)`);
    const checks = await checkTokens(send, token);
    console.log(`Token checks over HTTP: ${Math.round(checks)} a second, ${CHECKERS} clients`);
    console.log(`Token checks in the process: ${await verifyTokens(env, token)}`);
  } finally {
    agent.destroy();
    await api.stop();
    await rm(folder, { recursive: true });
  }
}

/** Requests the health at a steady pace, however long the responses take. */
async function probe(send: Send) {
  const running: Promise<number | undefined>[] = [];
  for (let at = 0; at < PROBES; at += 1) {
    const started = performance.now();
    running.push(
      send('GET', '/api/health/ready').then(
        (status) => (status === 200 ? performance.now() - started : undefined),
        () => undefined,
      ),
    );
    await pause(PROBE_EVERY_MS);
  }
  const times = sorted((await Promise.all(running)).filter((time) => time !== undefined));
  return {
    answered: times.length,
    'p50 ms': quantile(times, 0.5),
    'p99 ms': quantile(times, 0.99),
    'max ms': quantile(times, 1),
  };
}

function startLogIns(send: Send, email: string) {
  const started = performance.now();
  let running = true;
  let succeeded = 0;
  let refused = 0;
  const clients = Array.from({ length: LOG_INS }, async () => {
    while (running) {
      const status = await send('POST', '/api/login', { email, password: PASSWORD });
      if (status === 200) succeeded += 1;
      else refused += 1;
    }
  });
  return {
    async stop() {
      running = false;
      await Promise.all(clients);
      return { succeeded, refused, seconds: (performance.now() - started) / 1000 };
    },
  };
}

/** @returns checks a second. */
async function checkTokens(send: Send, token: string): Promise<number> {
  const deadline = performance.now() + CHECK_SECONDS * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: CHECKERS }, async () => {
      while (performance.now() < deadline) {
        const status = await send('POST', '/api/takeUser', { token });
        if (status !== 200) throw new Error(`A token check failed with status ${status}.`);
        count += 1;
      }
    }),
  );
  return count / CHECK_SECONDS;
}

/** The session service alone: from its cache, and from the database each time. */
function verifyTokens(env: Readonly<Record<string, string>>, token: string): Promise<string> {
  return withDeps(env, async ({ sessions, db }) => {
    const perSecond = async (rounds: number, verify: () => Promise<unknown>) => {
      const started = performance.now();
      for (let at = 0; at < rounds; at += 1) await verify();
      return Math.round((rounds / (performance.now() - started)) * 1000).toLocaleString('en-GB');
    };
    const cached = await perSecond(VERIFICATIONS, () => sessions.verify(token));
    const { userId } = (await sessions.verify(token)) ?? { userId: 0 };
    const uncached = await perSecond(VERIFICATIONS / 100, () => {
      sessions.evictUser(userId);
      return sessions.verify(token);
    });
    return `${cached} a second cached, ${uncached} a second from ${db.options.type}`;
  });
}

/** node:http instead of fetch, whose own work would weigh on the machine that is measured. */
function sender(url: string, agent: Agent): Send {
  return (method, path_, body) =>
    new Promise((resolve, reject) => {
      const text = body ? JSON.stringify(body) : '';
      const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
      const outgoing = request(
        `${url}${path_}`,
        { method, agent, ...(body ? { headers } : {}) },
        (incoming) => {
          incoming.resume();
          incoming.on('end', () => resolve(incoming.statusCode ?? 0));
        },
      );
      outgoing.on('error', reject);
      outgoing.end(text);
    });
}

void main();
