import { type BasketItem, formatPounds, isBookId, PREMIUM_ID, type Receipt } from '@isa/api-contract';
import { In, IsNull } from 'typeorm';
import { type OrderRecord, sampleApproval } from '../../../../paypal-sandbox/records';
import { PayPalError } from '../../../../paypal-sandbox/paypal-error';
import { createUser } from '../../../../testing/factories';
import type { SeededRandom } from '../../../../testing/faults/seeded-random';
import { netCaptured } from '../../../../testing/net-captured';
import {
  Entitlements,
  OrderEvents,
  type OrderRow,
  Orders,
  OutboxMails,
  Refunds,
} from '../../../database/entities';
import { ProblemError } from '../../../http/problem-error';
import type { Deps } from '../../../roles/deps';
import { type Buyer, mailAddressOf } from '../buyer';
import { cancelOrder } from '../cancel-order';
import { captureOrder } from '../capture-order';
import { checkOrder, markSeen } from '../check-order';
import { createOrder, priceItems } from '../create-order';
import { changeTracking, markSent } from '../dispatch';
import { receipts } from '../order-history';
import { remainingLines } from '../order-lines';
import { orderNumber } from '../order-number';
import { isOrderEvent, orderEvents, orderStates } from '../order-states';
import { PaymentError } from '../payments/provider';
import { recordPayment } from '../record-payment';
import { refundOrder } from '../refund-order';
import { askReturn } from '../return-order';
import { sweepOrders } from '../settle';
import { receiveWebhook } from '../webhooks';
import type { InProcessProvider } from './in-process-provider';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const baskets: readonly [readonly BasketItem[], ...(readonly BasketItem[])[]] = [
  [{ productId: 1, quantity: 2 }],
  [{ productId: PREMIUM_ID, quantity: 1 }],
  [
    { productId: 1, quantity: 1 },
    { productId: 4, quantity: 2 },
  ],
  [
    { productId: 2, quantity: 1 },
    { productId: PREMIUM_ID, quantity: 1 },
  ],
  [{ productId: 8, quantity: 1 }],
];

interface WalkDeps {
  readonly deps: Deps;
  readonly provider: InProcessProvider;
  readonly advance: (milliseconds: number) => void;
}

interface WalkReport {
  readonly steps: readonly string[];
  readonly problems: readonly string[];
  /** The states that the orders of this walk were in. */
  readonly states: ReadonlySet<string>;
}

/** One buyer, PayPal, the sweep and the staff act in a random order; each step is compared with the table of states. */
export async function walk(
  { deps, provider, advance }: WalkDeps,
  random: SeededRandom,
  length: number,
): Promise<WalkReport> {
  const { db } = deps;
  const { payments, lost, faults } = provider;
  const steps: string[] = [];
  const problems: string[] = [];
  const states = new Set<string>();
  const isGuest = random.happens(0.4);
  const emailVerifiedAt = random.happens(0.5) ? deps.now() : null;
  const user = isGuest ? undefined : await createUser(deps, { emailVerifiedAt });
  const guestKeyHash = `walk-${random.next()}-${Date.now()}-${random.next()}`.slice(0, 64);
  const buyer: Buyer = {
    userId: user?.id,
    accountCreatedAt: user?.createdAt,
    sessionId: undefined,
    guestKeyHash,
    guestKeyHashes: [guestKeyHash],
  };
  const email = random.happens(0.85) ? `walk-${random.next()}-${random.next()}@buyer.example` : undefined;
  const staff = (await createUser(deps)).id;
  const ids: number[] = [];
  const before = new Map<number, OrderRow>();
  provider.events.length = 0;

  const rows = () => db.getRepository(Orders).find({ where: { id: In(ids) }, order: { id: 'ASC' } });
  const recordOf = ({ providerOrderId }: OrderRow) => provider.orders.get(providerOrderId ?? '');
  /** One of the buyer's orders, more often the newest. */
  const some = async () => {
    const all = await rows();
    return random.happens(0.7) ? all.at(-1) : all[random.below(Math.max(1, all.length))];
  };
  const withOrder = (act: (order: OrderRow, record: OrderRecord) => unknown) => async () => {
    const order = await some();
    const record = order && recordOf(order);
    if (order && record) await act(order, record);
  };
  const withCapture = (act: (captureId: string, record: OrderRecord) => unknown) =>
    withOrder((_, record) => record.capture && act(record.capture.id, record));
  const deliver = async (index: number, isRepeated: boolean) => {
    const event = provider.events[index];
    if (event === undefined) return;
    await receiveWebhook(deps, () => '', event).then(
      () => isRepeated || provider.events.splice(index, 1),
      // PayPal repeats a delivery that was not accepted.
      () => undefined,
    );
  };

  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    async 'buyer: orders'() {
      const items = random.pick(baskets).filter(({ productId }) => !isGuest || isBookId(productId));
      if (items.length === 0) return;
      const { total } = await priceItems(db, items);
      const body = {
        items: [...items],
        expectedTotal: total,
        digitalConsent: true,
        company: '',
        purchaseOrderNumber: '',
      };
      try {
        await createOrder(deps, buyer, body);
      } finally {
        const key = buyer.guestKeyHash ?? '';
        const found = await db
          .getRepository(Orders)
          .find({ select: { id: true }, where: { guestKeyHash: key }, order: { id: 'ASC' } });
        ids.splice(0, ids.length, ...found.map(({ id }) => id));
      }
    },
    'buyer: approves': withOrder((_, record) => {
      const sample = sampleApproval(record);
      const instrument = random.happens(0.85) ? 'accepted' : 'declined';
      if (record.status !== 'COMPLETED') payments.approve(record.id, { ...sample, instrument, email });
    }),
    'buyer: captures': withOrder(async (order) => markSeen(deps, await captureOrder(deps, order))),
    'buyer: checks': withOrder(async (order) =>
      markSeen(deps, await checkOrder(deps, order, { close: false })),
    ),
    'buyer: closes the window': withOrder(async (order) =>
      markSeen(deps, await checkOrder(deps, order, { close: true })),
    ),
    'buyer: cancels': withOrder((order) => cancelOrder(deps, order)),
    'buyer: returns': withOrder((order) => askReturn(deps, order)),
    async 'PayPal: delivers an event'() {
      await deliver(random.below(Math.max(1, provider.events.length)), random.happens(0.3));
    },
    async 'PayPal: loses an event'() {
      provider.events.splice(random.below(Math.max(1, provider.events.length)), 1);
    },
    async 'PayPal: does not answer'() {
      lost.push(random.pick(['before', 'after']));
    },
    async 'PayPal: reviews captures'() {
      faults.set({ ...faults.plan, capture: 'pending' });
    },
    async 'PayPal: delays refunds'() {
      faults.set({ ...faults.plan, refund: random.pick(['pending', 'failed', 'insufficient-funds']) });
    },
    async 'PayPal: works normally'() {
      faults.set({});
      lost.length = 0;
    },
    'PayPal: ends a review': withCapture((id, { capture }) => {
      if (capture?.status === 'PENDING') payments.review(id, random.happens(0.5) ? 'COMPLETED' : 'DECLINED');
    }),
    'PayPal: ends a refund': withCapture((_, { capture }) => {
      const open = capture?.refunds.find(({ status }) => status === 'PENDING');
      if (open) payments.endRefund(open.id, random.pick(['COMPLETED', 'FAILED', 'CANCELLED']));
    }),
    'PayPal: takes the money back': withCapture((id, { capture }) => {
      const isReversible = capture?.status === 'COMPLETED' && capture.refunds.length === 0;
      if (isReversible) payments.reverse(id);
    }),
    'PayPal: gives the money back': withOrder(({ status }, { capture }) => {
      if (status === 'reversed' && capture?.status === 'REVERSED') payments.reinstate(capture.id);
    }),
    'PayPal: takes another amount': withOrder((_, record) => {
      if (!record.capture && random.happens(0.3)) payments.alterAmount(record.id, '1.00');
    }),
    'PayPal: opens a dispute': withCapture((id) => payments.dispute(id, random.pick(['OPEN', 'RESOLVED']))),
    'staff: refund at PayPal': withCapture((id, { capture }) => {
      if (capture?.status !== 'COMPLETED' && capture?.status !== 'PARTIALLY_REFUNDED') return;
      const part = { currency_code: 'GBP', value: '5.00' };
      payments.refund(id, undefined, random.happens(0.5) ? part : undefined);
    }),
    'staff: refund a line': withOrder(async (order) => {
      const [line] = await remainingLines(db.manager, order.id);
      if (!line) return;
      const lines = [{ productId: line.productId, quantity: 1 }];
      await refundOrder(deps, order.id, {
        key: `walk-${random.next()}-${order.id}`,
        lines,
        reason: 'Damaged',
        by: staff,
      });
    }),
    'staff: refund everything': withOrder((order) =>
      refundOrder(deps, order.id, {
        key: `walk-${random.next()}-${order.id}`,
        lines: 'all',
        reason: 'Lost',
        by: staff,
      }),
    ),
    'staff: send': withOrder((order) => markSent(deps, [order.id], { by: staff, trackingNumber: 'RM 1' })),
    'staff: change the tracking number': withOrder((order) =>
      changeTracking(deps, order.id, {
        by: staff,
        trackingNumber: 'RM 2',
        before: order.trackingNumber ?? '',
        isRemoved: false,
      }),
    ),
    async 'sweep: a minute later'() {
      advance(2 * MINUTE_MS);
      await sweepOrders(deps);
    },
    async 'sweep: an hour later'() {
      advance(HOUR_MS + 5 * MINUTE_MS);
      await sweepOrders(deps);
    },
  };
  const names = Object.keys(actions);
  /** What a buyer does is more frequent, so that most walks reach a payment. */
  const frequent = [
    'buyer: orders',
    'buyer: approves',
    'buyer: captures',
    'PayPal: delivers an event',
    'PayPal: ends a review',
  ];

  async function act(name: string): Promise<void> {
    steps.push(name);
    try {
      await actions[name]?.();
    } catch (error) {
      // A refusal is an answer; everything else is a fault of ours.
      const isRefusal = [ProblemError, PaymentError, PayPalError].some((kind) => error instanceof kind);
      if (!isRefusal || !(error instanceof Error)) throw error;
      if (error instanceof ProblemError && error.id === 'internal-error') throw error;
      steps.push(`  refused: ${'id' in error ? String(error.id) : error.message}`);
    }
  }

  for (let step = 0; step < length && problems.length === 0; step += 1) {
    const isFrequent = random.happens(0.5);
    await act(
      step === 0
        ? 'buyer: orders'
        : ((isFrequent ? frequent : names)[random.below((isFrequent ? frequent : names).length)] ?? ''),
    );
    problems.push(...(await compare(false)));
  }

  // Everything that is open ends: PayPal answers, decides, and delivers what is left, and the sweep has a day.
  await act('PayPal: works normally');
  for (const row of await rows()) {
    const capture = recordOf(row)?.capture;
    if (capture?.status === 'PENDING') payments.review(capture.id, 'COMPLETED');
    for (const refund of capture?.refunds ?? [])
      if (refund.status === 'PENDING') payments.endRefund(refund.id, 'COMPLETED');
  }
  while (provider.events.length > 0) {
    const left = provider.events.length;
    await deliver(0, false);
    if (provider.events.length === left) provider.events.splice(0, 1);
  }
  for (let hour = 0; hour < 9; hour += 1) await act('sweep: an hour later');
  // The recovery reads what no event has told.
  for (const row of await rows()) {
    if (row.providerOrderId !== null)
      await recordPayment(deps, row, await provider.provider.readPayment(row.providerOrderId));
  }
  if (problems.length === 0) problems.push(...(await compare(true)));
  return { steps, problems, states };

  /** @param isSettled whether PayPal has nothing to add, so that all of it must be equal. */
  async function compare(isSettled: boolean): Promise<string[]> {
    const found: string[] = [];
    const orders = await rows();
    const ofOrders = { orderId: In(orders.map(({ id }) => id)) };
    const [events, refunds, grants] = await Promise.all([
      db.getRepository(OrderEvents).findBy(ofOrders),
      db.getRepository(Refunds).findBy(ofOrders),
      db.getRepository(Entitlements).findBy({ ...ofOrders, revokedAt: IsNull() }),
    ]);
    const shown = await receipts(deps, orders);
    const recipients = new Set(
      [user?.email ?? [], ...orders.map(({ buyerEmail }) => buyerEmail ?? [])].flat(),
    );
    const mails = await db.getRepository(OutboxMails).find({
      select: { kind: true, subject: true },
      where: { recipientKey: In([...recipients].map((recipient) => recipient.toLowerCase())) },
    });
    for (const order of orders) {
      const { id, status } = order;
      states.add(status);
      const state = orderStates[status];
      const record = recordOf(order);
      const taken = record ? netCaptured(record) : 0;
      const say = (problem: string) => found.push(`order ${id} (${status}): ${problem}`);
      const previous = before.get(id);
      if (previous && !isReachable(previous.status, status)) say(`cannot follow ${previous.status}`);
      before.set(id, order);

      // Money: what is said about it is never false.
      if (state.money === 'none' && taken > 0) say(`nothing is taken, but PayPal has ${taken} pence`);
      // Between PayPal's change and its report.
      const isUntold = status === 'reversed' && !isSettled;
      if (state.money === 'returned' && taken > 0 && !isUntold)
        say(`all is returned, but PayPal has ${taken} pence`);
      // What PayPal refuses to send back is on the staff's list.
      const isLeftToStaff = status === 'mismatched' && order.attention !== null && order.dueAt === null;
      if (isSettled && state.money === 'taken' && !isLeftToStaff && taken !== order.total - order.refunded)
        say(`${order.total - order.refunded} pence are recorded, and PayPal has ${taken}`);
      if (isSettled && state.money === 'unclear') say('is not settled');
      const sums = { open: 0, done: 0 };
      for (const { orderId, state: outcome, amount } of refunds) {
        if (orderId !== id) continue;
        if (outcome === 'open' || outcome === 'pending') sums.open += amount;
        if (outcome === 'done') sums.done += amount;
      }
      if (order.refunding !== sums.open)
        say(`${order.refunding} pence are under way instead of ${sums.open}`);
      if (status === 'captured' && order.refunded !== sums.done)
        say(`${order.refunded} pence refunded instead of ${sums.done}`);
      if (order.refunded + order.refunding > order.total) say('more is refunded than was paid');
      if (isSettled && order.refunding > 0) say('a refund never ended');

      // Access: open exactly while the table delivers and the line is not refunded.
      const own = refunds.filter(({ orderId }) => orderId === id);
      const isReturned = own.some(
        ({ state: outcome, lines }) =>
          outcome === 'done' && lines.some(({ productId }) => productId === PREMIUM_ID),
      );
      const receiptNow = shown.find(({ number }) => number === orderNumber(order));
      if (!receiptNow) throw new Error(`Order ${id} has no receipt.`);
      const isPremium = receiptNow.lines.some(({ productId }) => productId === PREMIUM_ID);
      const isDue = state.delivers && isPremium && !isReturned && order.userId !== null;
      const isGranted = grants.some(({ orderId }) => orderId === id);
      if (isDue !== isGranted) say(`access is ${isGranted ? 'open' : 'closed'}`);
      if ((receiptNow.premium === 'open' || receiptNow.premium === 'pre-order') !== isGranted)
        say(`the page says that access is ${receiptNow.premium ?? 'none'}`);

      // Mails: each event has written its own, once.
      const history = events.filter(({ orderId }) => orderId === id);
      const ownMails = mails.filter(({ subject }) => subject.includes(orderNumber(order)));
      const kinds = history.map(({ kind }) => kind);
      found.push(
        ...mailProblems(
          order,
          kinds,
          ownMails.map(({ kind }) => kind),
          mailAddressOf(order, user),
        ),
      );
      found.push(...textProblems(order, receiptNow, taken));

      // Follow-up: what is open has somebody who looks at it.
      if (state.followUp !== undefined && order.dueAt === null && status !== 'mismatched')
        say('nobody looks at it again');
      if (state.followUp === undefined && order.dueAt !== null) say('is still due');
      if ((order.openKey !== null) !== ['created', 'capturing'].includes(status))
        say('its key of open orders is wrong');
    }
    // One basket is paid once, unless its buyer had seen that it is paid.
    const paid = orders.filter(({ capturedAt }) => capturedAt !== null);
    for (const [index, second] of paid.entries()) {
      for (const first of paid.slice(0, index)) {
        const isSame = await sharesProducts(first.id, second.id);
        const knew = first.seenAt !== null && first.seenAt <= second.createdAt;
        const wasOver = first.status !== 'captured';
        if (isSame && !knew && !wasOver)
          found.push(`orders ${first.id} and ${second.id} are paid, and the buyer knew of none`);
      }
    }
    return found;
  }

  function mailProblems(
    order: OrderRow,
    kinds: readonly string[],
    mails: readonly string[],
    address: string | null,
  ): string[] {
    const expected = new Map<string, number>();
    for (const kind of kinds) {
      if (!isOrderEvent(kind)) return [`order ${order.id}: its history has the unknown event ${kind}`];
      for (const mail of orderEvents[kind].mails ?? []) {
        if (mail.startsWith('office-') || (mail === 'payment-not-taken' && order.awaitedAt === null))
          continue;
        expected.set(mail, (expected.get(mail) ?? 0) + 1);
      }
    }
    const written = new Map<string, number>();
    for (const kind of mails) written.set(kind, (written.get(kind) ?? 0) + 1);
    const names = new Set([...expected.keys(), ...written.keys()]);
    if (address === null) return written.size === 0 ? [] : [`order ${order.id}: mails without an address`];
    return [...names].flatMap((name) =>
      written.get(name) === expected.get(name) ||
      (!buyersKnown(order, name) && written.get(name) === undefined)
        ? []
        : [
            `order ${order.id}: ${written.get(name) ?? 0} mails ${name} instead of ${expected.get(name) ?? 0}`,
          ],
    );
  }

  /** A guest who left before PayPal told an address gets no mail about it. */
  function buyersKnown({ userId }: OrderRow, mail: string): boolean {
    return userId !== null || (mail !== 'payment-not-taken' && mail !== 'payment-unclear');
  }

  async function sharesProducts(first: number, second: number): Promise<boolean> {
    const [one, other] = [await remainingLines(db.manager, first), await remainingLines(db.manager, second)];
    return one.some(({ productId }) => other.some((line) => line.productId === productId));
  }
}

function textProblems(order: OrderRow, { money, shown }: Receipt, taken: number): string[] {
  const state = orderStates[order.status];
  const text = shown.text ?? '';
  const problems: string[] = [];
  if (money !== state.money || shown.label !== state.label || shown.tone !== state.tone)
    problems.push('its words are not those of the table');
  if (/nothing (was|has been) taken/i.test(text) && taken > 0)
    problems.push(`“${text}”, but PayPal has ${taken} pence`);
  if (/whole payment went back/.test(text) && taken > 0)
    problems.push(`“${text}”, but PayPal has ${taken} pence`);
  if (
    order.refunding > 0 &&
    order.status === 'captured' &&
    !text.includes(`${formatPounds(order.refunding)} is under way`)
  )
    problems.push(`“${text}” does not name the refund under way`);
  return problems.map((problem) => `order ${order.id} (${order.status}): ${problem}`);
}

/** Whether the table leads from one state to the other, by one event or several. */
function isReachable(from: OrderRow['status'], to: OrderRow['status']): boolean {
  const seen = new Set([from]);
  for (const state of seen) for (const next of Object.values(orderStates[state].on)) seen.add(next);
  return seen.has(to);
}
