import { setTimeout as pause } from 'node:timers/promises';
import { type BasketItem, PREMIUM_ID } from '@isa/api-contract';
import type { FaultPlan, RestFault } from '../../paypal-sandbox/faults';
import { type Sandbox, sampleCredentials, sampleMerchant, startSandbox } from '../../paypal-sandbox/sandbox';
import { books, lessons } from '../../content';
import { Orders } from '../../src/database/entities';
import { seed as bringIn } from '../../src/database/seed';
import { type Deps, openDeps } from '../../src/deps';
import { readEnv } from '../../src/env';
import { priceItems } from '../../src/features/orders/pricing';
import { openTestDatabase } from '../database';
import { signIn } from '../factories';
import { freePort } from '../free-port';
import { ApiProcess, type Crash } from './api-process';
import { audit } from './audit';
import { purchase, type BuyerProfile, type World } from './buyer';
import { crashPoints } from './crash-points';
import { type MailSink, openMailSink } from './mail-sink';
import { SeededRandom } from './seeded-random';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Buyers at once in each round. */
const BUYERS = 3;
const WEBHOOK_PATIENCE_MS = 5_000;

export interface FaultReport {
  readonly rounds: number;
  readonly purchases: number;
  readonly kills: number;
  readonly orders: number;
  readonly captured: number;
  /** Pence that the provider took. */
  readonly money: number;
  /** Each with the seed of its round. */
  readonly problems: readonly string[];
}

/**
 * Buys under fire: in each round a few buyers go through the checkout while the API is killed somewhere
 * between two steps, PayPal answers slowly, wrongly or not at all, and webhooks get lost or repeated.
 * Then everything comes to rest and the books are compared. The database is that of `TEST_DATABASE_URL`,
 * else SQLite.
 * @param compiled runs the API from `dist`, which has to be up to date, since that starts faster.
 */
export async function runWithFaults(
  {
    rounds,
    seed,
    compiled = false,
  }: { readonly rounds: number; readonly seed: number; readonly compiled?: boolean },
  onRound: (round: number, problems: readonly string[]) => void = () => undefined,
): Promise<FaultReport> {
  const database = await openTestDatabase();
  await bringIn(database.db, { books, lessons });
  await database.db.destroy();
  const sink = await openMailSink();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({
    port: 0,
    credentials: sampleCredentials,
    merchant: sampleMerchant,
    webhook: { id: 'sandbox-webhook', url: `${url}/api/paypal/webhooks` },
    webhookPauseMs: 20,
  });
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    BCRYPT_COST: '4',
    RATE_LIMIT_FACTOR: '10000',
    API_PORT: String(port),
    DATA_FOLDER: database.where.dataFolder,
    DATABASE_URL: database.where.databaseUrl ?? '',
    PAYPAL_API_URL: sandbox.origin,
    PAYPAL_MERCHANT_ID: sampleMerchant.id,
    SMTP_URL: sink.url,
  };
  const process = new ApiProcess(environment, compiled);
  const open = await openDeps(readEnv(environment), { now: () => new Date(Date.now() + process.offset) });
  const total = { purchases: 0, orders: 0, captured: 0, money: 0 };
  const problems: string[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const roundSeed = seed + round;
      const found = await fight({
        deps: open.deps,
        sandbox,
        sink,
        process,
        url,
        chance: new SeededRandom(roundSeed),
      });
      total.purchases += BUYERS;
      total.orders += found.orders;
      total.captured += found.captured;
      total.money += found.money;
      problems.push(...found.problems.map((problem) => `seed ${roundSeed}: ${problem}`));
      onRound(round + 1, problems);
    }
  } finally {
    await process.stop();
    await sandbox.stop();
    await open.close();
    await sink.close();
    await database.close();
  }
  return { rounds, kills: process.kills, ...total, problems };
}

interface Field {
  readonly deps: Deps;
  readonly sandbox: Sandbox;
  readonly sink: MailSink;
  readonly process: ApiProcess;
  readonly url: string;
  readonly chance: SeededRandom;
}

/** One round: buyers, one death or more, rest, audit. */
async function fight({ deps, sandbox, sink, process, url, chance }: Field) {
  const [latest] = await deps.db.getRepository(Orders).find({ order: { id: 'DESC' }, take: 1 });
  const before = new Set(sandbox.orders.keys());
  const planned = plan(chance);
  sandbox.breakWith(planned.faults);
  await process.start(planned.crash);

  let shots = 1 + chance.below(2);
  const shoot = (after: Plan['killAfter']) => {
    if (after !== planned.killAfter || shots === 0) return;
    shots -= 1;
    setTimeout(() => process.kill(), chance.below(30));
  };
  sink.onTaken = () => shoot('mailed');
  const buyers: BuyerProfile[] = [];
  while (buyers.length < BUYERS) buyers.push(await invent(deps, chance));
  const world: World = { url, sandbox, chance, step: shoot };
  await Promise.all(buyers.map((buyer) => purchase(world, buyer)));

  sandbox.breakWith({});
  await Promise.race([sandbox.deliveries.settled(), pause(WEBHOOK_PATIENCE_MS)]);
  // Leases run out, then approvals do, and mails whose fate is unknown are sent again.
  for (const advance of [3 * MINUTE_MS, HOUR_MS, 8 * HOUR_MS, HOUR_MS, HOUR_MS])
    await process.settle(advance);
  await process.stop();
  const payments = [...sandbox.orders.values()].filter(({ id }) => !before.has(id));
  return audit({ db: deps.db, sink, payments, afterId: latest?.id ?? 0 });
}

interface Plan {
  readonly crash: Crash | undefined;
  readonly killAfter: 'created' | 'approved' | 'captured' | 'mailed' | undefined;
  readonly faults: FaultPlan;
}

function plan(chance: SeededRandom): Plan {
  const inside = chance.happens(0.7);
  return {
    crash: inside ? { point: chance.pick(crashPoints), count: 1 + chance.below(BUYERS) } : undefined,
    killAfter: inside ? undefined : chance.pick(['created', 'approved', 'captured', 'mailed']),
    faults: {
      slowMs: chance.happens(0.3) ? chance.below(80) : undefined,
      rest: chance.happens(0.5)
        ? Array.from({ length: 1 + chance.below(3) }, () => restFault(chance))
        : undefined,
      webhooks: chance.pick([
        undefined,
        { dropEvery: 1 },
        { dropEvery: 2 },
        { copies: 3 },
        { delayMs: 100 },
        { delayMs: 100, copies: 2 },
      ]),
    },
  };
}

function restFault(chance: SeededRandom): RestFault {
  return {
    operation: chance.pick(['token', 'create', 'read', 'capture', 'capture', 'certificate']),
    kind: chance.pick(['error-before', 'error-after', 'hang-up-before', 'hang-up-after']),
    status: chance.pick([500, 503]),
    times: 1 + chance.below(5),
  };
}

async function invent(deps: Deps, chance: SeededRandom): Promise<BuyerProfile> {
  const book: BasketItem = { productId: 1 + chance.below(8), quantity: 1 + chance.below(3) };
  const premium: BasketItem = { productId: PREMIUM_ID, quantity: 1 };
  const [items, customer] = chance.pick<readonly [readonly BasketItem[], boolean]>([
    [[book], false],
    [[premium], true],
    [[book, premium], true],
  ]);
  const { total } = await priceItems(deps.db, items);
  return {
    items,
    total,
    headers: customer ? (await signIn(deps)).headers : {},
    decision: chance.pick(['approves', 'approves', 'approves', 'approves', 'declined-first', 'leaves']),
    patience: chance.pick(['stays', 'stays', 'closes-after-approving', 'gives-up']),
    captures: chance.pick([1, 1, 2, 20]),
  };
}
