import { setTimeout as pause } from 'node:timers/promises';
import { type BasketItem, PREMIUM_ID } from '@isa/api-contract';
import { LessThanOrEqual } from 'typeorm';
import type { Sandbox } from '../../paypal-sandbox/sandbox';
import { OutboxMails } from '../../src/database/entities';
import { type Deps, openDeps } from '../../src/roles/deps';
import { sendDueMails, smtpTransport } from '../../src/emails/mailer';
import { readEnv } from '../../src/platform/env';
import { priceItems } from '../../src/features/orders/create-order';
import { sweepOrders } from '../../src/features/orders/settle';
import { signIn } from '../factories';
import { audit, type AuditEntry } from './audit';
import { type BuyerProfile, realisticPauses, type Purchase, purchase } from './buyer';
import { mailFaults, type MailSink } from './mail-sink';
import type { SeededRandom } from './seeded-random';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEBHOOK_PATIENCE_MS = 10_000;
/** How long a buyer reads a page before the next purchase. */
const READING_MS = 200;

/** A deployment at which buyers pay, with its stand-ins for PayPal and the mail server. */
interface BuyersSite {
  /** The address to which buyers and webhooks go. */
  readonly url: string;
  /** The environment of the API's processes. */
  readonly environment: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox;
  readonly sink: MailSink;
}

interface BuyersOptions {
  /** The least number of purchases. */
  readonly purchases: number;
  /** How many buyers there are at once. */
  readonly buyers: number;
  readonly random: SeededRandom;
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

export interface BuyersReport extends AuditEntry {
  readonly purchases: number;
  /** Buyers who saw an error of ours. */
  readonly sawError: number;
  /** Buyers who wanted to pay, and did not learn that they have. */
  readonly failed: number;
  readonly byFault: Readonly<Record<string, FaultCount>>;
  readonly errors: readonly string[];
  /** Mails received again, and those of them that the mail server had accepted without an answer. */
  readonly repeatedMails: number;
  readonly unansweredMails: number;
}

interface PurchaseAttempt {
  readonly from: number;
  until: number;
  readonly errors: { readonly at: number; readonly text: string }[];
  result?: Purchase;
}

interface FaultPeriod {
  readonly name: string;
  readonly from: number;
  until: number;
}

export type Buyers = Awaited<ReturnType<typeof openBuyers>>;

/** Buyers at a deployment whose parts fail, and the comparison of all records afterwards. */
export async function openBuyers({ url, environment, sandbox, sink }: BuyersSite, options: BuyersOptions) {
  const { random, purchases } = options;
  let offset = 0;
  const { deps, close } = await openDeps(readEnv({ ...environment, LOG_LEVEL: 'silent' }), {
    now: () => new Date(Date.now() + offset),
  });
  const nextBuyer = await preparedBuyers(deps, purchases, random).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const attempts: PurchaseAttempt[] = [];
  const faults: FaultPeriod[] = [];
  let isOver = false;

  async function buyRepeatedly(): Promise<void> {
    while (!isOver || attempts.length < purchases) {
      const attempt: PurchaseAttempt = { from: performance.now(), until: Infinity, errors: [] };
      attempts.push(attempt);
      attempt.result = await purchase(
        {
          url,
          sandbox,
          random,
          step: () => undefined,
          onError: (text) => attempt.errors.push({ at: performance.now(), text }),
          pauses: realisticPauses,
        },
        nextBuyer(),
      );
      attempt.until = performance.now();
      await pause(READING_MS + random.below(READING_MS));
    }
  }

  function restoreDeliveries(): void {
    sink.setFault('none');
    sandbox.setFaults({});
  }

  return {
    /** How many purchases have begun. */
    get count() {
      return attempts.length;
    },
    /** @returns once `end` was called and the last buyer has left. */
    buy: () => Promise.all(Array.from({ length: options.buyers }, buyRepeatedly)),
    end() {
      isOver = true;
    },
    /** Lets webhooks and the mail server fail in one of their ways. */
    failDeliveries(): void {
      sink.setFault(random.pick(mailFaults));
      sandbox.setFaults({
        webhooks: random.pick([
          undefined,
          { dropEvery: 2 },
          { copies: 3 },
          { delayMs: 300 },
          { delayMs: 300, copies: 2 },
        ]),
      });
    },
    /** Counts what buyers see meanwhile. @returns how many milliseconds it took. */
    async during(name: string, work: () => Promise<void>): Promise<number> {
      const fault = { name, from: performance.now(), until: Infinity };
      faults.push(fault);
      await work();
      fault.until = performance.now();
      return fault.until - fault.from;
    },
    /** Ends the faults of webhooks and the mail server. */
    restoreDeliveries,
    /** Lets the mails and webhooks arrive that are under way. */
    async recover(): Promise<void> {
      restoreDeliveries();
      await Promise.race([sandbox.deliveries.settled(), pause(WEBHOOK_PATIENCE_MS)]);
    },
    /** Does what the role jobs would do in the next hours, while no process of the API runs, and compares all records. */
    async compare(): Promise<BuyersReport> {
      // The time passes until leases expire, then approvals, and mails of unknown outcome are sent again.
      const transport = smtpTransport(sink.url, deps.env.mailFrom);
      for (const advance of [3 * MINUTE_MS, HOUR_MS, 8 * HOUR_MS, HOUR_MS, HOUR_MS]) {
        offset += advance;
        await settle(deps, transport);
      }
      transport.close();
      const results = attempts.map(({ result }) => result);
      const claimed = results.flatMap((result) => result?.claimed ?? []);
      const payments = [...sandbox.orders.values()];
      return {
        ...(await audit({ db: deps.db, sink, payments, afterId: 0, claimed })),
        purchases: attempts.length,
        sawError: attempts.filter(({ errors }) => errors.length > 0).length,
        failed: results.filter((result) => result?.outcome === 'failed').length,
        byFault: countByFault(attempts, faults),
        errors: attempts.flatMap(({ errors }) => errors.map(({ text }) => text)),
        repeatedMails: sink.repeated,
        unansweredMails: sink.unanswered,
      };
    },
    close,
  };
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
  purchases: number,
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
      decision: random.pick(['approves', 'approves', 'approves', 'declined-first', 'leaves']),
      patience: random.pick(['stays', 'stays', 'stays', 'closes-after-approving']),
      captures: random.pick([1, 1, 1, 2]),
    };
  };
}

function basket(productId: number, quantity: number, premium: boolean): BasketItem[] {
  const book = { productId, quantity };
  return premium ? [book, { productId: PREMIUM_ID, quantity: 1 }] : [book];
}

function countByFault(
  attempts: readonly PurchaseAttempt[],
  faults: readonly FaultPeriod[],
): Record<string, FaultCount> {
  const counts: Record<string, FaultCount> = {};
  for (const [index, { name, from, until }] of faults.entries()) {
    const count = (counts[name] ??= { times: 0, seconds: 0, purchases: 0, errors: 0 });
    const next = faults[index + 1]?.from ?? Infinity;
    count.times += 1;
    count.seconds = Math.round(count.seconds * 10 + (until - from) / 100) / 10;
    count.purchases += attempts.filter((attempt) => attempt.from < until && attempt.until > from).length;
    // The last attempt of a page may end after the fault.
    const errors = attempts.flatMap((attempt) => attempt.errors.filter(({ at }) => at >= from && at < next));
    count.errors += errors.length;
  }
  return counts;
}

/** What buyers saw, each error once with its number. */
export function groupErrors(texts: readonly string[]): readonly string[] {
  const errors = new Map<string, number>();
  for (const text of texts) {
    const plain = text.replace(/"requestId":"[^"]*"/, '').slice(0, 200);
    errors.set(plain, (errors.get(plain) ?? 0) + 1);
  }
  return [...errors].map(([text, count]) => `${count} × ${text}`);
}
