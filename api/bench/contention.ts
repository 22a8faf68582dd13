import { setTimeout as pause } from 'node:timers/promises';
import { type BasketItem, calls } from '@isa/api-contract';
import type { DataSource } from 'typeorm';
import { openDeps } from '../src/deps';
import { sweepOrders } from '../src/features/orders/settle';
import { type Shop, startShop } from '../src/features/orders/testing/shop';
import { signIn } from '../testing/factories';
import { onBothDatabases } from './support';

const BUYERS = 20;
/** By the sweeps' clock each order is due as soon as it exists, and each lease has expired. */
const AHEAD_MS = 5 * 60_000;
const book = [{ productId: 1, quantity: 1 }];
const premium = [{ productId: 1999, quantity: 1 }];

interface Run {
  readonly name: string;
  readonly orders: number;
  /** Every fourth order is for premium access; webhooks arrive twice; two processes sweep all the time. */
  readonly mixed: boolean;
}

const runs: readonly Run[] = [
  { name: 'books, each captured twice at once', orders: 150, mixed: false },
  { name: 'books and premium, with webhooks and sweeps', orders: 1_000, mixed: true },
];

/** Counts deadlocks and failed requests of 20 buyers who capture each order twice at once. */
async function main(database: string): Promise<void> {
  for (const run of runs) {
    const shop = await startShop();
    try {
      console.log(`\nContention on ${database}: ${run.name}`);
      console.table(await measure(shop, run));
    } finally {
      await shop.close();
    }
  }
}

async function measure(shop: Shop, { orders, mixed }: Run) {
  const { db } = shop.api.deps;
  const stopping = new AbortController();
  const sweeping: Promise<void>[] = [];
  if (mixed) {
    shop.sandbox.setFaults({ webhooks: { copies: 2 } });
    shop.connectWebhooks();
    sweeping.push(sweep(shop, stopping.signal), sweep(shop, stopping.signal));
  }
  const statuses = new Map<number, number>();
  const before = await deadlocks(db);
  const started = performance.now();
  let left = orders;
  const buyer = async () => {
    while ((left -= 1) >= 0) {
      const access = mixed && left % 4 === 0;
      const { providerOrderId, headers } = await buyOne(shop, access ? premium : book, access);
      for (const status of await Promise.all([1, 2].map(() => capture(shop, providerOrderId, headers)))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, buyer));
  await shop.sandbox.deliveries.settled();
  const seconds = (performance.now() - started) / 1000;
  stopping.abort();
  await Promise.all(sweeping);
  return {
    orders,
    responses: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    'deadlocks of the server': (await deadlocks(db)) - before,
    'money taken in pence': shop.moneyTaken(),
    seconds: Math.round(seconds),
  };
}

/** An approved order. On a busy machine the sandbox or the database may take too long: the buyer tries again. */
async function buyOne(shop: Shop, items: readonly BasketItem[], access: boolean) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const order = await shop.order(items, access ? (await signIn(shop.api.deps)).headers : {});
      shop.approve(order.providerOrderId);
      return order;
    } catch (error) {
      if (attempt === 5) throw error;
      console.log(`an order was not created: ${String(error)}`);
    }
  }
}

async function capture(
  { api }: Shop,
  providerOrderId: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const path = calls.captureOrder.path.replace(':providerOrderId', providerOrderId);
  const response = await api.fetch(path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: '{}',
  });
  await response.arrayBuffer();
  return response.status;
}

/** The sweep of another process. */
async function sweep({ api }: Shop, stopped: AbortSignal): Promise<void> {
  const now = () => new Date(Date.now() + AHEAD_MS);
  const { deps, close } = await openDeps(api.deps.env, { now });
  try {
    while (!stopped.aborted) {
      await sweepOrders({ ...deps, payments: api.deps.payments });
      await pause(10);
    }
  } finally {
    await close();
  }
}

async function deadlocks(db: DataSource): Promise<number> {
  if (db.options.type === 'better-sqlite3') return 0;
  const [row] = await db.query<{ Value: string }[]>("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'");
  return Number(row?.Value ?? NaN);
}

void onBothDatabases(__filename, main);
