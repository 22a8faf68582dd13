import { setTimeout as pause } from 'node:timers/promises';
import { calls, type CallOutput, type Pence } from '@isa/api-contract';
import { sampleApproval } from '../paypal-sandbox/buyer/sample-buyers';
import { type Sandbox, sampleCredentials, sampleMerchant, startSandbox } from '../paypal-sandbox/sandbox';
import { startApiProcess } from '../testing/api-process';
import { cookiesOf } from '../testing/cookies';
import { openTestDatabase } from '../testing/database';
import { onBothDatabases } from './on-both-databases';

const CLIENTS = 32;
const ORDERS = 640;
const APPROVALS = 40;
const items = [{ productId: 1, quantity: 1 }];

interface Created {
  readonly id: string;
  readonly cookie: string;
}

/** Orders created and captured per second by 32 clients, and how soon an approval alone becomes a paid order. */
async function main(database: string): Promise<void> {
  const where = await openTestDatabase();
  const sandbox = await startSandbox({ port: 0, credentials: sampleCredentials, merchant: sampleMerchant });
  const api = await startApiProcess({
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '100000',
    DATA_FOLDER: where.where.dataFolder,
    DATABASE_URL: where.where.databaseUrl ?? '',
    PAYPAL_API_URL: sandbox.origin,
  });
  try {
    const { body } = await post<CallOutput<'priceBasket'>>(api.url, calls.priceBasket.path, { items });
    const order = () => createOrder(api.url, body.total);
    await order();
    const created: Created[] = [];
    const creating = await measure(ORDERS, async () => void created.push(await order()));
    for (const { id } of created) approve(sandbox, id);
    const capturing = await measure(ORDERS, async () => {
      const { id, cookie } = created.pop() ?? (await order());
      await post(api.url, calls.captureOrder.path.replace(':providerOrderId', id), {}, cookie);
    });
    sandbox.deliveries.redirect({ id: 'sandbox-webhook', url: `${api.url}/api/paypal/webhooks` });
    const approving = await measure(
      APPROVALS,
      async () => {
        const { id, cookie } = await order();
        const started = performance.now();
        approve(sandbox, id);
        await captured(api.url, id, cookie);
        return performance.now() - started;
      },
      1,
    );
    console.log(`\nOrders on ${database}, ${CLIENTS} clients, the sandbox on the same machine`);
    console.table({ 'create an order': creating, 'capture an order': capturing });
    console.log(
      `From approval to paid order, by webhook alone: ${approving['p50 ms']} ms in the middle, ${approving['p99 ms']} ms at p99`,
    );
  } finally {
    await api.stop();
    await sandbox.stop();
    await where.close();
  }
}

/** Repeats `work` from several clients. A number that it answers counts as its time in milliseconds. */
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
  const quantile = (share: number) =>
    Number((taken[Math.floor(share * (taken.length - 1))] ?? NaN).toFixed(1));
  return { 'per second': Math.round(times / seconds), 'p50 ms': quantile(0.5), 'p99 ms': quantile(0.99) };
}

async function createOrder(url: string, expectedTotal: Pence): Promise<Created> {
  const answer = await post<CallOutput<'createOrder'>>(url, calls.createOrder.path, { items, expectedTotal });
  return {
    id: answer.body.providerOrderId,
    cookie: `isa-checkout=${cookiesOf(answer)['isa-checkout']?.value ?? ''}`,
  };
}

function approve({ bank }: Sandbox, id: string): void {
  bank.approve(id, sampleApproval(bank.order(id)));
}

async function captured(url: string, id: string, cookie: string): Promise<void> {
  for (;;) {
    const response = await fetch(url + calls.readOrder.path.replace(':providerOrderId', id), {
      headers: { cookie },
    });
    const { order } = (await response.json()) as CallOutput<'readOrder'>;
    if (order.status === 'captured') return;
    await pause(2);
  }
}

async function post<Body>(url: string, path: string, body: object, cookie = '') {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return { headers: response.headers, body: (await response.json()) as Body };
}

void onBothDatabases(__filename, main);
