import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type BasketItem, PREMIUM_ID } from '@isa/api-contract';
import { LessThanOrEqual } from 'typeorm';
import { sampleCredentials, sampleMerchant, startSandbox } from '../../paypal-sandbox/sandbox';
import { OutboxMails } from '../../src/database/entities';
import { type Deps, openDeps } from '../../src/roles/deps';
import { sendDueMails, smtpTransport } from '../../src/emails/mailer';
import { readEnv } from '../../src/platform/env';
import { priceItems } from '../../src/features/orders/pricing';
import { sweepOrders } from '../../src/features/orders/settle';
import { type Kind, startDeployment } from '../cluster/deployment';
import { signIn } from '../factories';
import { freePort } from '../free-port';
import { audit, type AuditEntry } from './audit';
import { type BuyerProfile, honestPauses, type Purchase, purchase } from './buyer';
import { faultsOf, restartsOf } from './deployment-faults';
import { mailFaults, openMailSink } from './mail-sink';
import { SeededRandom } from './seeded-random';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEBHOOK_PATIENCE_MS = 10_000;
/** How long a fault lasts at least, before a random time is added. */
const SHORTEST_MS = 500;
const LONGER_MS = 3_000;
/** How long a buyer reads a page before the next purchase. */
const READING_MS = 200;

export interface ChaosOptions {
  readonly kind: Kind;
  /** The least number of purchases; buyers go on until every fault has occurred once. */
  readonly purchases: number;
  /** How many buyers there are at once. */
  readonly buyers: number;
  readonly seed: number;
  /** The pause between two faults, in milliseconds. */
  readonly pauseMs: number;
  /** Whether every part is restarted in turn instead of faults, and everybody wants to pay. */
  readonly rolling: boolean;
}

/** What happened while a kind of fault lasted. */
export interface FaultCount {
  times: number;
  seconds: number;
  /** Purchases that were under way. */
  purchases: number;
  /** Errors of ours that these buyers saw. */
  errors: number;
}

export interface ChaosReport extends AuditEntry {
  readonly purchases: number;
  /** Buyers who saw an error of ours. */
  readonly sawError: number;
  /** Buyers who wanted to pay, and did not learn that they have. */
  readonly failed: number;
  readonly byFault: Readonly<Record<string, FaultCount>>;
  readonly errors: readonly string[];
  readonly kills: number;
  /** Mails received again, and those of them that the mail server had accepted without an answer. */
  readonly repeatedMails: number;
  readonly unansweredMails: number;
  /** From the start of a process of the API until it was ready. */
  readonly slowestStartMs: number;
}

interface Passage {
  readonly from: number;
  until: number;
  readonly errors: { readonly at: number; readonly text: string }[];
  result?: Purchase;
}

/**
 * Runs buyers at a deployment whose parts fail, or are restarted, one after another; then all records are
 * compared.
 * @throws the reason when it is stopped, after its processes have ended.
 */
export async function runChaos(
  options: ChaosOptions,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<ChaosReport> {
  const stopped = once(stopping, 'abort').then(() => stopping.throwIfAborted());
  stopped.catch(() => undefined);
  const { kind, seed, rolling } = options;
  const random = new SeededRandom(seed);
  const sink = await openMailSink();
  const sandboxPort = await freePort();
  let sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined;
  const deployment = await startDeployment(
    kind,
    async (url) => {
      sandbox = await startSandbox({
        port: sandboxPort,
        credentials: sampleCredentials,
        merchant: sampleMerchant,
        webhook: { id: 'sandbox-webhook', url: `${url}/api/paypal/webhooks` },
        webhookPauseMs: 200,
      });
      return { PAYPAL_API_URL: sandbox.origin, PAYPAL_MERCHANT_ID: sampleMerchant.id, SMTP_URL: sink.url };
    },
    stopping,
  );
  let offset = 0;
  const open = await openDeps(readEnv({ ...deployment.environment, LOG_LEVEL: 'silent' }), {
    now: () => new Date(Date.now() + offset),
  });
  try {
    if (!sandbox) throw new Error('The payment sandbox did not start.');
    const { deliveries, orders, setFaults } = sandbox;
    const shop = sandbox;
    const nextBuyer = await preparedBuyers(open.deps, options, random);
    const passages: Passage[] = [];
    const faults: { readonly name: string; readonly from: number; until: number }[] = [];
    let burning = true;

    const buy = async () => {
      while (burning || passages.length < options.purchases) {
        const passage: Passage = { from: performance.now(), until: Infinity, errors: [] };
        passages.push(passage);
        passage.result = await purchase(
          {
            url: deployment.url,
            sandbox: shop,
            random,
            step: () => undefined,
            onError: (text) => passage.errors.push({ at: performance.now(), text }),
            pauses: honestPauses,
          },
          nextBuyer(),
        );
        passage.until = performance.now();
        await pause(READING_MS + random.below(READING_MS));
      }
    };

    const burn = async () => {
      do {
        const cycle = rolling ? restartsOf(deployment) : shuffled(faultsOf(deployment, random), random);
        for (const { name, lasts = 0, begin } of cycle) {
          if (!rolling) {
            sink.setFault(random.pick(mailFaults));
            setFaults({
              webhooks: random.pick([
                undefined,
                { dropEvery: 2 },
                { copies: 3 },
                { delayMs: 300 },
                { delayMs: 300, copies: 2 },
              ]),
            });
          }
          const fault = { name, from: performance.now(), until: Infinity };
          faults.push(fault);
          const end = await begin();
          if (!rolling) await pause(Math.max(lasts, SHORTEST_MS) + random.below(LONGER_MS));
          await end();
          await deployment.healthy();
          fault.until = performance.now();
          log(
            `${kind}: ${name}, ${((fault.until - fault.from) / 1000).toFixed(1)} s; ${passages.length} purchases`,
          );
          await pause(options.pauseMs);
        }
        // The run goes on until the number of purchases is reached.
      } while (passages.length < options.purchases);
      burning = false;
    };

    const buying = Promise.all(Array.from({ length: options.buyers }, buy));
    try {
      await Promise.race([burn(), stopped]);
    } finally {
      burning = false;
    }
    await Promise.race([buying, stopped]);

    sink.setFault('none');
    setFaults({});
    await Promise.race([deliveries.settled(), pause(WEBHOOK_PATIENCE_MS)]);
    await deployment.stopApi();
    // The time passes until leases expire, then approvals, and mails of unknown outcome are sent again.
    const transport = smtpTransport(sink.url, open.deps.env.mailFrom);
    for (const advance of [3 * MINUTE_MS, HOUR_MS, 8 * HOUR_MS, HOUR_MS, HOUR_MS]) {
      offset += advance;
      await settle(open.deps, transport);
    }
    transport.close();
    const results = passages.map(({ result }) => result);
    const claimed = results.flatMap((result) => result?.claimed ?? []);
    const findings = await audit({
      db: open.deps.db,
      sink,
      payments: [...orders.values()],
      afterId: 0,
      claimed,
    });
    return {
      ...findings,
      purchases: passages.length,
      sawError: passages.filter(({ errors }) => errors.length > 0).length,
      failed: results.filter((result) => result?.outcome === 'failed').length,
      byFault: countByFault(passages, faults),
      errors: passages.flatMap(({ errors }) => errors.map(({ text }) => text)),
      kills: [...deployment.webs, ...deployment.jobs].reduce((sum, { kills }) => sum + kills, 0),
      repeatedMails: sink.repeated,
      unansweredMails: sink.unanswered,
      slowestStartMs: Math.max(...deployment.webs.map(({ slowestStart }) => slowestStart)),
    };
  } finally {
    await open.close();
    await sandbox?.stop();
    await deployment.stop();
    await sink.close();
  }
}

/** Lets the sweep and the mailer work until nothing is due. */
async function settle(deps: Deps, transport: ReturnType<typeof smtpTransport>): Promise<void> {
  // The jobs run twice, because work that the first run starts is due in the second.
  await sweepOrders(deps);
  await sweepOrders(deps);
  const due = { nextAttemptAt: LessThanOrEqual(deps.now()) };
  while (await deps.db.getRepository(OutboxMails).existsBy(due)) await sendDueMails(deps, transport);
}

/** Customers have their accounts and sessions before the first fault. */
async function preparedBuyers(
  deps: Deps,
  { purchases, rolling }: ChaosOptions,
  random: SeededRandom,
): Promise<() => BuyerProfile> {
  const customers: Readonly<Record<string, string>>[] = [];
  const wanted = Math.max(purchases, 100);
  while (customers.length < wanted) {
    const batch = await Promise.all(Array.from({ length: 20 }, () => signIn(deps)));
    customers.push(...batch.map(({ headers }) => headers));
  }
  const totals = new Map<string, number>();
  const books = Array.from({ length: 8 }, (_, index) => index + 1);
  for (const productId of books) {
    for (const quantity of [1, 2, 3]) {
      for (const premium of [false, true]) {
        const items = basket(productId, quantity, premium);
        totals.set(JSON.stringify(items), (await priceItems(deps.db, items)).total);
      }
    }
  }
  const premiumOnly: BasketItem[] = [{ productId: PREMIUM_ID, quantity: 1 }];
  totals.set(JSON.stringify(premiumOnly), (await priceItems(deps.db, premiumOnly)).total);

  return () => {
    const productId = 1 + random.below(8);
    const quantity = 1 + random.below(3);
    const kind = random.pick(['guest', 'claim', 'premium', 'both'] as const);
    const headers = kind === 'guest' ? undefined : customers.pop();
    const buysPremium = headers !== undefined && kind !== 'claim';
    const items = kind === 'premium' && buysPremium ? premiumOnly : basket(productId, quantity, buysPremium);
    return {
      items,
      total: totals.get(JSON.stringify(items)) ?? 0,
      headers: buysPremium ? headers : {},
      ...(headers && !buysPremium ? { claimant: headers } : {}),
      decision: rolling
        ? 'approves'
        : random.pick(['approves', 'approves', 'approves', 'declined-first', 'leaves']),
      patience: rolling ? 'stays' : random.pick(['stays', 'stays', 'stays', 'closes-after-approving']),
      captures: random.pick([1, 1, 1, 2]),
    };
  };
}

function basket(productId: number, quantity: number, premium: boolean): BasketItem[] {
  const book = { productId, quantity };
  return premium ? [book, { productId: PREMIUM_ID, quantity: 1 }] : [book];
}

function countByFault(
  passages: readonly Passage[],
  faults: readonly { readonly name: string; readonly from: number; readonly until: number }[],
): Record<string, FaultCount> {
  const counts: Record<string, FaultCount> = {};
  for (const [index, { name, from, until }] of faults.entries()) {
    const count = (counts[name] ??= { times: 0, seconds: 0, purchases: 0, errors: 0 });
    const next = faults[index + 1]?.from ?? Infinity;
    count.times += 1;
    count.seconds += Math.round((until - from) / 100) / 10;
    count.purchases += passages.filter((passage) => passage.from < until && passage.until > from).length;
    // The last attempt of a page may end after the fault.
    const errors = passages.flatMap((passage) => passage.errors.filter(({ at }) => at >= from && at < next));
    count.errors += errors.length;
  }
  return counts;
}

function shuffled<Item>(items: readonly Item[], random: SeededRandom): Item[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
