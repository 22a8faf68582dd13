import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { calls } from '@isa/api-contract';
import { startApiProcess } from '../testing/api-process';

/**
 * `npm run bench -- log-in-flood [--seconds 20] [--connections 200]` tries invented accounts, while a
 * customer logs in from a new device. It prints the process's memory and the customer's times.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '200' },
  },
});
const SECONDS = Number(options.seconds);
const CONNECTIONS = Number(options.connections);
const PASSWORD = 'correct horse battery';

interface Answer {
  readonly status: number;
  readonly milliseconds: number;
}

function post(url: string, body: object, address: string, agent: Agent): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - started });
      });
    });
    sent.end(JSON.stringify(body));
  });
}

const anyAddress = () => [randomInt(1, 223), randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
const ADDRESSES = {
  '1 address': () => '203.0.113.7',
  '100 addresses': () => `198.51.${randomInt(100)}.9`,
  'ever new addresses': anyAddress,
};

function megabytes(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** Runs one flood against a process of its own. @returns a row of the table. */
async function flood(addressOf: () => string): Promise<object> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-flood-'));
  const api = await startApiProcess({ DATA_FOLDER: folder, LOG_LEVEL: 'silent', TRUST_PROXY: '1' });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const own = new Agent({ keepAlive: true });
  try {
    const account = { username: 'ada', name: 'Ada', email: 'ada@example.org', password: PASSWORD };
    await post(api.url + calls.signup.path, account, anyAddress(), own);
    const before = megabytes(api.child.pid);
    let peak = before;
    const end = Date.now() + SECONDS * 1_000;
    const statuses: Record<number, number> = {};
    const attack = async () => {
      while (Date.now() < end) {
        const body = { email: `${randomUUID()}@example.org`, password: randomUUID() };
        const { status } = await post(api.url + calls.login.path, body, addressOf(), agent);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    const attackers = Array.from({ length: CONNECTIONS }, attack);
    const customer: Answer[] = [];
    const probes: number[] = [];
    await pause(1_000);
    while (Date.now() < end) {
      const health = await post(`${api.url}/api/health/live`, {}, anyAddress(), own);
      probes.push(health.milliseconds);
      const { email, password } = account;
      customer.push(await post(api.url + calls.login.path, { email, password }, anyAddress(), own));
      peak = Math.max(peak, megabytes(api.child.pid));
      await pause(300);
    }
    await Promise.all(attackers);
    await pause(5_000);
    const times = customer.map(({ milliseconds }) => Math.round(milliseconds)).sort((a, b) => a - b);
    return {
      'requests of the flood': JSON.stringify(statuses),
      'log-ins of the customer': customer.length,
      'that succeeded': customer.filter(({ status }) => status === 200).length,
      'median, ms': times[Math.floor(times.length / 2)],
      'slowest, ms': times.at(-1),
      'slowest health check, ms': Math.round(Math.max(...probes)),
      'memory before, MB': before,
      'most, MB': peak,
      'five seconds after, MB': megabytes(api.child.pid),
    };
  } finally {
    agent.destroy();
    own.destroy();
    await api.stop('SIGKILL');
    await rm(folder, { recursive: true });
  }
}

async function main(): Promise<void> {
  // Without a listener the signal would leave the API running.
  process.once('SIGTERM', () => process.exit(1));
  const rows: Record<string, object> = {};
  for (const [name, addressOf] of Object.entries(ADDRESSES)) rows[name] = await flood(addressOf);
  console.table(rows);
}

void main();
