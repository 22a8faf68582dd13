import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pence } from '@isa/api-contract';
import { Not } from 'typeorm';
import { Orders } from '../src/database/entities';
import { apiFolder } from '../src/folders';
import { fromSources } from '../testing/api-process';
import { openTestDatabase } from '../testing/database';
import { onBothDatabases } from './support';

const [ORDERS = 10_000] = process.argv.slice(2).map(Number);
const PROCESSES = [1, 2, 4];
/** Response time of the simulated provider. */
const LATENCY_MS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Measures how fast 1, 2 and 4 processes of the role jobs settle 10,000 abandoned orders, and counts repeated reads:
 * `sweep.ts [orders]`.
 */
async function main(database: string): Promise<void> {
  console.log(`\n${ORDERS} abandoned orders on ${database}, the provider answers after ${LATENCY_MS} ms`);
  for (const processes of PROCESSES) console.table(await settle(processes));
}

async function settle(processes: number) {
  const database = await openTestDatabase();
  const provider = await startProvider();
  const orders = database.db.getRepository(Orders);
  const children: ChildProcess[] = [];
  try {
    for (let at = 0; at < ORDERS; at += 500) {
      await orders.insert(Array.from({ length: 500 }, (_, of) => abandoned(at + of)));
    }
    const env = {
      LOG_LEVEL: 'info',
      DATA_FOLDER: database.where.dataFolder,
      DATABASE_URL: database.where.databaseUrl ?? '',
      PAYPAL_API_URL: provider.url,
    };
    const started = performance.now();
    children.push(...Array.from({ length: processes }, () => startJobs(env)));
    await provider.called;
    const begun = performance.now();
    while ((await orders.countBy({ status: Not('cancelled') })) > 0) await pause(100);
    const seconds = (performance.now() - begun) / 1000;
    const reads = [...provider.reads.values()];
    return {
      processes,
      'start s': Number(((begun - started) / 1000).toFixed(1)),
      'settled s': Number(seconds.toFixed(1)),
      'orders per second': Math.round(ORDERS / seconds),
      'read more than once': reads.filter((count) => count > 1).length,
      'never read': ORDERS - reads.length,
    };
  } finally {
    await Promise.all(children.map(stop));
    provider.close();
    await database.close();
  }
}

/** Created a day ago and never approved. */
function abandoned(at: number) {
  const createdAt = new Date(Date.now() - DAY_MS);
  return {
    status: 'created',
    requestId: randomUUID(),
    providerOrderId: `ORDER-${at}`,
    dueAt: createdAt,
    currency: 'GBP',
    subtotal: pence(3474),
    shipping: pence(1500),
    total: pence(4974),
    vat: pence(0),
    refunded: pence(0),
    createdAt,
    updatedAt: createdAt,
  } as const;
}

/** PayPal with orders that nobody approved. */
async function startProvider() {
  const reads = new Map<string, number>();
  let first = () => {};
  const called = new Promise<void>((resolve) => (first = resolve));
  const server = createServer((request, response) => {
    const id = path.basename(request.url ?? '');
    if (id === 'token') return response.end('{"access_token":"t","expires_in":3600}');
    first();
    reads.set(id, (reads.get(id) ?? 0) + 1);
    const amount = { currency_code: 'GBP', value: '49.74' };
    const body = JSON.stringify({ id, status: 'CREATED', purchase_units: [{ amount }] });
    setTimeout(() => response.end(body), LATENCY_MS);
    return response;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reads,
    called,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function startJobs(env: Readonly<Record<string, string>>): ChildProcess {
  const program = path.join(apiFolder, 'src/main.ts');
  return spawn(process.execPath, [...fromSources, program, '--role', 'jobs'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

void onBothDatabases(__filename, main);
