import { setTimeout as pause } from 'node:timers/promises';
import { calls, type Pence } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import { sampleApproval } from '../paypal-sandbox/records';
import { type Sandbox, sampleCredentials, sampleMerchant, startSandbox } from '../paypal-sandbox/sandbox';
import { startApiProcess } from '../testing/api-process';
import { cookiesOf } from '../testing/cookies';
import { openTestDatabase } from '../testing/database';
import { onBothDatabases, quantile } from './support';

const CLIENTS = 32;
const ORDERS = 640;
const APPROVALS = 40;
const items = [{ productId: 1, quantity: 1 }];

interface Created {
  readonly id: string;
  readonly cookie: string;
}

/** Measures created and captured orders per second of 32 clients, and the time from approval to a paid order. */
async function main(database: string): Promise<void> {
  const { where, close } = await openTestDatabase();
  const sandbox = await startSandbox({ port: 0, credentials: sampleCredentials, merchant: sampleMerchant });
  const api = await startApiProcess({
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '100000',
    DATA_FOLDER: where.dataFolder,
    DATABASE_URL: where.databaseUrl ?? '',
    PAYPAL_API_URL: sandbox.origin,
  });
  try {
    const priced = await post(api.url, calls.priceBasket.path, { items });
    const { total } = callSchemas.priceBasket.response.parse(await priced.json());
    const order = () => createOrder(api.url, total);
    await order();
    const created: Created[] = [];
    const creating = await measure(ORDERS, async () => void created.push(await order()));
    for (const { id } of created) approve(sandbox, id);
    const capturing = await measure(ORDERS, async () => {
      const { id, cookie } = created.pop() ?? (await order());
      const captured = await post(api.url, pathOf(calls.captureOrder, id), {}, cookie);
      await captured.arrayBuffer();
    });
    sandbox.deliveries.redirect({ id: 'sandbox-webhook', url: `${api.url}/api/paypal/webhooks` });
    const approving = await measure(
      APPROVALS,
      async () => {
        const { id, cookie } = await order();
        const started = performance.now();
        approve(sandbox, id);
        await waitUntilCaptured(api.url, id, cookie);
        return performance.now() - started;
      },
      1,
    );
    console.log(`\nOrders on ${database}, ${CLIENTS} clients, the sandbox on the same machine`);
    console.table({ 'create an order': creating, 'capture an order': capturing });
    console.log(
      `From approval to paid order, by webhook alone: median ${approving['p50 ms']} ms, p99 ${approving['p99 ms']} ms`,
    );
  } finally {
    await api.stop();
    await sandbox.stop();
    await close();
  }
}

/** Repeats `work` with several clients. A returned number replaces the measured time, in milliseconds. */
async function measure(times: number, work: () => Promise<number | void>, clients = CLIENTS) {
  const taken: number[] = [];
  const started = performance.now();
  let left = times;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left > 0) {
        left -= 1;
        const begun = performance.now();
        taken.push((await work()) ?? performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  taken.sort((a, b) => a - b);
  return {
    'per second': Math.round(times / seconds),
    'p50 ms': quantile(taken, 0.5),
    'p99 ms': quantile(taken, 0.99),
  };
}

async function createOrder(url: string, expectedTotal: Pence): Promise<Created> {
  const response = await post(url, calls.createOrder.path, { items, expectedTotal });
  const { providerOrderId } = callSchemas.createOrder.response.parse(await response.json());
  return {
    id: providerOrderId,
    cookie: `isa-checkout=${cookiesOf(response)['isa-checkout']?.value ?? ''}`,
  };
}

function approve({ payments }: Sandbox, id: string): void {
  payments.approve(id, sampleApproval(payments.order(id)));
}

async function waitUntilCaptured(url: string, id: string, cookie: string): Promise<void> {
  for (;;) {
    const response = await fetch(url + pathOf(calls.readOrder, id), { headers: { cookie } });
    const { order } = callSchemas.readOrder.response.parse(await response.json());
    if (order.status === 'captured') return;
    await pause(2);
  }
}

function pathOf({ path }: { readonly path: string }, providerOrderId: string): string {
  return path.replace(':providerOrderId', providerOrderId);
}

async function post(url: string, path: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${await response.text()}`);
  return response;
}

void onBothDatabases(__filename, main);
