import { setTimeout as pause } from 'node:timers/promises';
import { type BasketItem, PREMIUM_ID } from '@isa/api-contract';
import type { FaultPlan, RestFault } from '../../paypal-sandbox/faults';
import { sampleCredentials, sampleMerchant, type Sandbox, startSandbox } from '../../paypal-sandbox/sandbox';
import { catalogue } from '../../content';
import { Orders } from '../../src/database/entities';
import { seed as insertCatalogue } from '../../src/database/content';
import { type Deps, openDeps } from '../../src/roles/deps';
import { readEnv } from '../../src/platform/env';
import { priceItems } from '../../src/features/orders/create-order';
import { openTestDatabase } from '../database';
import { signIn } from '../factories';
import { freePort } from '../free-port';
import { type Crash, SupervisedApi } from './supervised-api';
import { audit } from './audit';
import { type BuyerContext, type BuyerProfile, purchase } from './buyer';
import { crashPoints } from './crash-points';
import { type MailSink, openMailSink } from './mail-sink';
import { SeededRandom } from './seeded-random';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The book that is still to be published. */
const PRE_ORDER_ID = 8;
/** How many buyers each round has at once. */
const BUYERS = 3;
const WEBHOOK_PATIENCE_MS = 5_000;

export interface FaultReport {
  readonly rounds: number;
  readonly purchases: number;
  readonly kills: number;
  readonly orders: number;
  readonly captured: number;
  readonly refunded: number;
  /** The sum in pence that the provider took. */
  readonly money: number;
  /** Mails that were sent again with the same id. */
  readonly repeatedMails: number;
  /** The problems, each with the seed of its round. */
  readonly problems: readonly string[];
}

/**
 * Simulates purchases and cancellations with faults: in each round a few buyers check out, and some cancel, while the API is killed between two steps, PayPal
 * responds slowly, wrongly or not at all, and webhooks get lost or repeated. After everything has settled the records are
 * compared. The database is that of `TEST_DATABASE_URL`, else SQLite.
 * @param compiled runs the API from `dist`, which must be up to date and starts faster.
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
  await insertCatalogue(database.db, catalogue);
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
  const process = new SupervisedApi(environment, compiled);
  const open = await openDeps(readEnv(environment), { now: () => new Date(Date.now() + process.offset) });
  const total = { purchases: 0, orders: 0, captured: 0, refunded: 0, money: 0 };
  const problems: string[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const roundSeed = seed + round;
      const found = await runRound({
        deps: open.deps,
        sandbox,
        sink,
        process,
        url,
        random: new SeededRandom(roundSeed),
      });
      total.purchases += BUYERS;
      total.orders += found.orders;
      total.captured += found.captured;
      total.refunded += found.refunded;
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
  return { rounds, kills: process.kills, ...total, repeatedMails: sink.repeated, problems };
}

interface RoundInput {
  readonly deps: Deps;
  readonly sandbox: Sandbox;
  readonly sink: MailSink;
  readonly process: SupervisedApi;
  readonly url: string;
  readonly random: SeededRandom;
}

/** One round: buyers, at least one kill, settlement, audit. */
async function runRound({ deps, sandbox, sink, process, url, random }: RoundInput) {
  const [latest] = await deps.db.getRepository(Orders).find({ order: { id: 'DESC' }, take: 1 });
  const before = new Set(sandbox.orders.keys());
  const planned = plan(random);
  sandbox.setFaults(planned.faults);
  await process.start(planned.crash);

  let shots = 1 + random.below(2);
  const shoot = (after: Plan['killAfter']) => {
    if (after !== planned.killAfter || shots === 0) return;
    shots -= 1;
    setTimeout(() => process.kill(), random.below(30));
  };
  sink.onTaken = () => shoot('mailed');
  const buyers: BuyerProfile[] = [];
  while (buyers.length < BUYERS) buyers.push(await randomBuyer(deps, random));
  const context: BuyerContext = {
    url,
    sandbox,
    random,
    step: shoot,
    onError: () => undefined,
    pauses: { capture: [], buyer: 100 },
  };
  const purchases = await Promise.all(buyers.map((buyer) => purchase(context, buyer)));

  sandbox.setFaults({});
  await Promise.race([sandbox.deliveries.settled(), pause(WEBHOOK_PATIENCE_MS)]);
  // The time passes until leases expire, then approvals, and mails of unknown outcome are sent again.
  for (const advance of [3 * MINUTE_MS, HOUR_MS, 8 * HOUR_MS, HOUR_MS, HOUR_MS])
    await process.settle(advance);
  await process.stop();
  const payments = [...sandbox.orders.values()].filter(({ id }) => !before.has(id));
  const cancelled = purchases.flatMap((one) => one.cancelled ?? []);
  return audit({ db: deps.db, sink, payments, cancelled, afterId: latest?.id ?? 0 });
}

interface Plan {
  readonly crash: Crash | undefined;
  readonly killAfter: 'created' | 'approved' | 'captured' | 'cancelling' | 'mailed' | undefined;
  readonly faults: FaultPlan;
}

function plan(random: SeededRandom): Plan {
  const inside = random.happens(0.7);
  return {
    crash: inside ? { point: random.pick(crashPoints), count: 1 + random.below(BUYERS) } : undefined,
    killAfter: inside ? undefined : random.pick(['created', 'approved', 'captured', 'cancelling', 'mailed']),
    faults: {
      slowMs: random.happens(0.3) ? random.below(80) : undefined,
      rest: random.happens(0.5)
        ? Array.from({ length: 1 + random.below(3) }, () => restFault(random))
        : undefined,
      webhooks: random.pick([
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

function restFault(random: SeededRandom): RestFault {
  return {
    operation: random.pick(['token', 'create', 'read', 'capture', 'capture', 'refund', 'certificate']),
    kind: random.pick(['error-before', 'error-after', 'hang-up-before', 'hang-up-after']),
    status: random.pick([500, 503]),
    times: 1 + random.below(5),
  };
}

async function randomBuyer(deps: Deps, random: SeededRandom): Promise<BuyerProfile> {
  const book: BasketItem = { productId: 1 + random.below(8), quantity: 1 + random.below(3) };
  const premium: BasketItem = { productId: PREMIUM_ID, quantity: 1 };
  const [chosen, customer] = random.pick<readonly [readonly BasketItem[], boolean]>([
    [[book], false],
    [[premium], true],
    [[book, premium], true],
  ]);
  const preOrder: BasketItem = { productId: PRE_ORDER_ID, quantity: 1 + random.below(3) };
  // A buyer can cancel only what is not published or recorded yet.
  const cancels = random.happens(0.4);
  const items = cancels ? (customer ? [preOrder, premium] : [preOrder]) : chosen;
  const { total } = await priceItems(deps.db, items);
  return {
    items,
    cancels,
    total,
    headers: customer ? (await signIn(deps)).headers : {},
    decision: random.pick(['approves', 'approves', 'approves', 'approves', 'declined-first', 'leaves']),
    patience: random.pick(['stays', 'stays', 'closes-after-approving', 'gives-up']),
    captures: random.pick([1, 1, 2, 20]),
  };
}
