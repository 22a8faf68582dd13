import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { openDeps } from '../src/deps';
import { readEnv } from '../src/env';
import { type ApiProcess, startApiProcess } from '../testing/api-process';
import { createUser } from '../testing/factories';

const LOG_INS = 20;
const PROBE_EVERY_MS = 10;
const PROBES = 600;
const CHECKERS = 16;
const CHECK_SECONDS = 5;
const VERIFICATIONS = 200_000;
const PASSWORD = 'correct horse';

/** Does a log in that takes a whole core of hashing keep others waiting, and what does a token check cost? */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-bench-'));
  const env = {
    DATA_FOLDER: folder,
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '100000',
  };
  const api = await startApiProcess(env);
  try {
    const { email, token } = await customer(env);
    const quiet = await probe(api);
    const logIns = keepLoggingIn(api, email);
    const busy = await probe(api);
    const { succeeded, refused, seconds } = await logIns.stop();
    console.log(
      `\nHealth, ${PROBES} probes, one each ${PROBE_EVERY_MS} ms (${availableParallelism()} cores)`,
    );
    console.table({ quiet, [`${LOG_INS} clients logging in`]: busy });
    console.log(
      `Log ins: ${(succeeded / seconds).toFixed(1)} a second, ${refused} told to come back later (bcrypt cost 11)`,
    );
    const checks = await checkTokens(api, token);
    console.log(`Token checks over HTTP: ${Math.round(checks)} a second, ${CHECKERS} clients`);
    console.log(`Token checks in the process: ${await verifyTokens(env, token)}`);
  } finally {
    await api.stop();
    await rm(folder, { recursive: true });
  }
}

/** A customer of the API's database, made from outside. */
async function customer(env: Record<string, string>) {
  const open = await openDeps(readEnv(env));
  try {
    const user = await createUser(open.deps, { password: PASSWORD });
    const { token } = await open.deps.sessions.start(user.id, 'bench');
    return { email: user.email, token };
  } finally {
    await open.close();
  }
}

interface Latencies {
  readonly answered: number;
  readonly 'p50 ms': string;
  readonly 'p99 ms': string;
  readonly 'max ms': string;
}

/** Asks for the health at a steady pace, however long the answers take. */
async function probe(api: ApiProcess): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true });
  const running: Promise<number | undefined>[] = [];
  for (let at = 0; at < PROBES; at += 1) {
    const started = performance.now();
    running.push(
      send(api, agent, 'GET', '/api/health/ready').then(
        (status) => (status === 200 ? performance.now() - started : undefined),
        () => undefined,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  }
  const times = (await Promise.all(running)).filter((time) => time !== undefined).sort((a, b) => a - b);
  agent.destroy();
  const quantile = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? NaN).toFixed(1);
  return {
    answered: times.length,
    'p50 ms': quantile(0.5),
    'p99 ms': quantile(0.99),
    'max ms': quantile(1),
  };
}

function keepLoggingIn(api: ApiProcess, email: string) {
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  let going = true;
  let succeeded = 0;
  let refused = 0;
  const clients = Array.from({ length: LOG_INS }, async () => {
    while (going) {
      const status = await send(api, agent, 'POST', '/api/login', { email, password: PASSWORD });
      if (status === 200) succeeded += 1;
      else refused += 1;
    }
  });
  return {
    async stop() {
      going = false;
      await Promise.all(clients);
      agent.destroy();
      return { succeeded, refused, seconds: (performance.now() - started) / 1000 };
    },
  };
}

/** @returns checks a second. */
async function checkTokens(api: ApiProcess, token: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const deadline = performance.now() + CHECK_SECONDS * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: CHECKERS }, async () => {
      while (performance.now() < deadline) {
        const status = await send(api, agent, 'POST', '/api/takeUser', { token });
        if (status !== 200) throw new Error(`A token check was answered with ${status}.`);
        count += 1;
      }
    }),
  );
  agent.destroy();
  return count / CHECK_SECONDS;
}

/** The session service by itself: once remembered, and each time from the database. */
async function verifyTokens(env: Record<string, string>, token: string): Promise<string> {
  const open = await openDeps(readEnv(env));
  try {
    const { sessions, db } = open.deps;
    const perSecond = async (rounds: number, verify: () => Promise<unknown>) => {
      const started = performance.now();
      for (let at = 0; at < rounds; at += 1) await verify();
      return Math.round((rounds / (performance.now() - started)) * 1000).toLocaleString('en-GB');
    };
    const remembered = await perSecond(VERIFICATIONS, () => sessions.verify(token));
    const { userId } = (await sessions.verify(token)) ?? { userId: 0 };
    const looked = await perSecond(VERIFICATIONS / 100, () => {
      sessions.forgetUser(userId);
      return sessions.verify(token);
    });
    return `${remembered} a second remembered, ${looked} a second from ${db.options.type}`;
  } finally {
    await open.close();
  }
}

function send(api: ApiProcess, agent: Agent, method: string, path_: string, body?: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = body ? JSON.stringify(body) : '';
    const outgoing = request(
      `${api.url}${path_}`,
      {
        method,
        agent,
        headers: body
          ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
          : {},
      },
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
