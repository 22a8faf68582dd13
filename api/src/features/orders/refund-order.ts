import { formatPounds, type Pence, pence, sum, times, vatIncluded } from '@isa/api-contract';
import type { EntityManager } from 'typeorm';
import { lockRow, writeRow } from '../../database/change-row';
import { due, type DueRows, isDue, type Lease, leaseEnd } from '../../database/claim-due';
import {
  type OrderLineRow,
  type OrderRow,
  Orders,
  type RefundLine,
  type RefundRow,
  Refunds,
} from '../../database/entities';
import { transaction } from '../../database/transaction';
import { ProblemError } from '../../http/problem-error';
import type { OrderDeps } from './deps';
import { remainingLines, remainingVat } from './order-lines';
import { orderStates } from './order-states';
import { PaymentError, type RefundOutcome } from './payments/provider';
import { transition, writeOrder } from './transition';

/** Longer than the provider's call takes. The repeated key prevents a second refund. */
const REFUND: Lease = { period: 60_000, latest: 65 * 60_000 };
/** After this time a refund is looked for before it is asked for again: the provider forgets keys after six hours. */
const KEY_MS = 60 * 60_000;
/** When a refund that the provider has accepted and not completed is read again, in milliseconds. */
const PENDING_MS = 60 * 60_000;

/** How the keys begin of refunds that were made at the provider. */
export const FOREIGN = 'paypal-';

export interface RefundRequest {
  /** The key of the form: a repeated request with it has the result of the first. */
  readonly key: string;
  readonly lines: readonly RefundLine[] | 'all';
  /** The pence that the form showed; a different sum is not refunded. */
  readonly expected?: Pence;
  readonly reason: string;
  readonly by: number | null;
}

/** Acts in the locking transaction, and throws when this order must not be refunded now. */
type Guard = (manager: EntityManager, order: OrderRow, remaining: readonly OrderLineRow[]) => Promise<void>;

/**
 * Refunds lines of a paid order, once for each key. The sweep repeats the call until its outcome is known.
 * @returns the refund; `open` when the provider did not respond, `pending` until it has confirmed.
 * @throws ProblemError `not-found`, `nothing-to-refund`, `changed-meanwhile`
 */
export async function refundOrder(deps: OrderDeps, orderId: number, request: RefundRequest, guard?: Guard) {
  // The check is outside of the transaction, whose first statement must be the lock, so that it reads what
  // others have committed.
  if (!(await deps.db.getRepository(Orders).existsBy({ id: orderId }))) throw new ProblemError('not-found');
  const refund = await reserve(deps, orderId, request, guard);
  return refund.state === 'open' ? finishOrKeepOpen(deps, refund) : refund;
}

/** Repeats the refunds of an order whose outcome is unknown. @throws PaymentError `unavailable` */
export async function finishRefunds(deps: OrderDeps, orderId: number): Promise<void> {
  const open = await deps.db.getRepository(Refunds).findBy({ orderId, state: 'open' });
  for (const refund of open) await finish(deps, refund);
}

/** Repeats a claimed refund, or reads a pending one; one without a response is due again when its lease ends. */
export async function finishOrKeepOpen(deps: OrderDeps, refund: RefundRow): Promise<RefundRow> {
  try {
    return await finish(deps, refund);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    deps.log.warn({ err: error, orderId: refund.orderId, refundId: refund.id }, 'a refund is still open');
    return refund;
  }
}

export const dueRefunds: DueRows<RefundRow, Partial<RefundRow>> = {
  table: Refunds,
  dueAt: 'dueAt',
  find: (at) => [[{ dueAt: due(at, REFUND) }]],
  claim: ({ dueAt }, at) => (isDue(dueAt, at, REFUND) ? { dueAt: leaseEnd(at, REFUND) } : undefined),
};

/** Reserves the amount in the order's row, so that all refunds together never exceed its total. */
function reserve(
  deps: OrderDeps,
  orderId: number,
  { key, lines: asked, expected, reason, by }: RefundRequest,
  guard: Guard | undefined,
): Promise<RefundRow> {
  return transaction(deps.db, async (manager) => {
    const order = await lockRow(manager, Orders, orderId);
    const earlier = await manager.findOneBy(Refunds, { key });
    if (earlier?.orderId === orderId) return earlier;
    if (earlier)
      throw new ProblemError('invalid-request', { message: 'This form belongs to another order.' });
    const remaining = await remainingLines(manager, orderId);
    await guard?.(manager, order, remaining);
    assertRefundable(order);
    const { chosen, amount } = refundOf(order, remaining, asked);
    if (expected !== undefined && expected !== amount) {
      throw new ProblemError('changed-meanwhile', {
        message: `Something was refunded since you opened this page: it would now be ${formatPounds(amount)}. Nothing was refunded; please check and try again.`,
      });
    }
    const at = deps.now();
    const changes = { refunding: sum([order.refunding, amount]) };
    const detail = `${formatPounds(amount)}: ${reason}`;
    if (!(await transition(deps, manager, order, 'refund-requested', { changes, by, detail })))
      throw new ProblemError('nothing-to-refund');
    const row = {
      orderId,
      key,
      amount,
      vat: await vatOf(manager, order, chosen, amount),
      lines: chosen.map(({ productId, quantity }) => ({ productId, quantity })),
      reason: reason.slice(0, 300),
      requestedBy: by,
      state: 'open' as const,
      providerRefundId: null,
      failure: null,
      createdAt: at,
      dueAt: leaseEnd(at, REFUND),
      completedAt: null,
    };
    return manager.save(Refunds, row);
  });
}

/** @throws ProblemError `nothing-to-refund`, with the reason, in a state that allows no refund */
export function assertRefundable({ status, captureId }: OrderRow): void {
  if (captureId !== null && orderStates[status].on['refund-requested'] !== undefined) return;
  throw new ProblemError('nothing-to-refund', {
    message: `Nothing can be refunded, because the state of this order is “${orderStates[status].label}”.`,
  });
}

/**
 * What a refund of these lines amounts to. @param remaining the lines that are not refunded yet
 * @throws ProblemError `nothing-to-refund` for more than is left
 */
export function refundOf(
  order: Pick<OrderRow, 'total' | 'refunded' | 'refunding'>,
  remaining: readonly OrderLineRow[],
  asked: readonly RefundLine[] | 'all',
): { readonly chosen: readonly OrderLineRow[]; readonly amount: Pence } {
  const left = pence(order.total - order.refunded - order.refunding);
  const chosen = asked === 'all' ? remaining : choose(remaining, asked);
  const value = sum(chosen.map(({ unitPrice, quantity }) => times(unitPrice, quantity)));
  const amount = asked === 'all' ? left : value;
  if (amount <= 0 || amount > left) throw new ProblemError('nothing-to-refund');
  return { chosen, amount };
}

/** @throws ProblemError `nothing-to-refund` for more than is left of a line */
function choose(remaining: readonly OrderLineRow[], asked: readonly RefundLine[]): OrderLineRow[] {
  const ids = new Set(asked.map(({ productId }) => productId));
  if (ids.size !== asked.length)
    throw new ProblemError('invalid-request', { message: 'A line is named twice.' });
  return asked.map(({ productId, quantity }) => {
    const line = remaining.find((candidate) => candidate.productId === productId);
    if (!Number.isInteger(quantity) || quantity < 1 || !line || quantity > line.quantity) {
      throw new ProblemError('nothing-to-refund');
    }
    return { ...line, quantity };
  });
}

/** The VAT of the lines, or for the last refund all that is left: refunds at the provider have named no lines. */
async function vatOf(
  manager: EntityManager,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  amount: Pence,
): Promise<Pence> {
  const remaining = await remainingVat(manager, order);
  if (amount === order.total - order.refunded - order.refunding) return remaining;
  const vat = lines.map(({ unitPrice, quantity, vatPercent }) =>
    vatIncluded(times(unitPrice, quantity), vatPercent),
  );
  return pence(Math.min(sum(vat), remaining));
}

/** @throws PaymentError when the outcome is unknown */
async function finish(deps: OrderDeps, refund: RefundRow): Promise<RefundRow> {
  const outcome = await outcomeOf(deps, refund);
  const { order, refund: after } = await transaction(deps.db, async (manager) => {
    const before = await lockRow(manager, Orders, refund.orderId);
    return settleRefund(deps, manager, before, await lockRow(manager, Refunds, refund.id), outcome);
  });
  if (after.state === 'done' && after.completedAt?.getTime() === order.updatedAt.getTime()) {
    const { id, userId: account, refunded } = order;
    deps.security.write({ event: 'refund-recorded', result: 'success', account, order: id, refunded });
  }
  return after;
}

/** Asks the provider for the refund, or about the one that it has accepted. @throws PaymentError */
async function outcomeOf({ db, payments, now }: OrderDeps, refund: RefundRow): Promise<RefundOutcome> {
  if (refund.state === 'pending' && refund.providerRefundId !== null)
    return payments.readRefund(refund.providerRefundId);
  const { captureId } = await db.getRepository(Orders).findOneByOrFail({ id: refund.orderId });
  if (captureId === null) throw new Error(`Order ${refund.orderId} has a refund and no capture.`);
  const key = `refund-${refund.key}`;
  if (now().getTime() - refund.createdAt.getTime() > KEY_MS) {
    const { capture } = await payments.readCaptured(captureId);
    const made = capture?.refunds.find(({ customId }) => customId === key);
    if (made) return made;
  }
  try {
    return await payments.refundCapture(captureId, key, refund.amount);
  } catch (error) {
    const isFinal =
      error instanceof PaymentError &&
      (error.id === 'unknown' || (error.id === 'refused' && !error.notPermitted));
    if (!isFinal) throw error;
    const issue = Object.keys(explanations).find((name) => error.message.includes(name)) ?? '';
    return { refundId: null, state: 'failed', reason: explanations[issue] ?? error.message };
  }
}

/** Gives a refund the outcome that the provider reports. What has ended stays as it is, so late reports change nothing. */
export async function settleRefund(
  deps: OrderDeps,
  manager: EntityManager,
  order: OrderRow,
  refund: RefundRow,
  { refundId, state, reason }: RefundOutcome,
): Promise<{ readonly order: OrderRow; readonly refund: RefundRow }> {
  if (refund.state !== 'open' && refund.state !== 'pending') return { order, refund };
  const at = deps.now();
  const by = refund.requestedBy;
  const { amount } = refund;
  const detail = formatPounds(amount);
  const providerRefundId = refundId ?? refund.providerRefundId;
  const settled = { providerRefundId, completedAt: at, dueAt: null };
  const refunding = pence(order.refunding - amount);
  switch (state) {
    case 'pending': {
      const dueAt = new Date(at.getTime() + PENDING_MS);
      const pending = { state: 'pending' as const, providerRefundId, dueAt };
      const isNews = refund.state === 'open';
      const after = isNews && (await transition(deps, manager, order, 'refund-pending', { by, detail }));
      return { order: after || order, refund: await writeRow(manager, Refunds, refund, pending) };
    }
    case 'done': {
      const refunded = pence(Math.min(order.total, order.refunded + amount));
      const isWhole = refunded === order.total;
      const isForeign = refund.key.startsWith(FOREIGN);
      const part = isForeign ? 'refunded-at-paypal' : 'refund-done';
      const note = isWhole
        ? ', at the payment provider'
        : '. Check which products it pays for before you send anything';
      const after = await transition(deps, manager, order, isWhole ? 'refunded' : part, {
        changes: { refunded, refunding },
        by,
        detail: isForeign ? detail + note : detail,
        refund,
      });
      return {
        order: after ?? (await writeOrder(manager, order, { refunding })),
        refund: await writeRow(manager, Refunds, refund, { ...settled, state: 'done' }),
      };
    }
    case 'failed': {
      // The customer was told of a refund that was under way, but never of one that did not begin.
      const failed = refund.state === 'pending' ? 'failed' : 'refused';
      const failure = (reason ?? 'PayPal could not complete the refund.').slice(0, 300);
      const after = await transition(deps, manager, order, `refund-${failed}`, {
        changes: { refunding },
        by,
        detail: `${detail}: ${failure}`,
        refund,
      });
      return {
        order: after ?? (await writeOrder(manager, order, { refunding })),
        refund: await writeRow(manager, Refunds, refund, { ...settled, state: failed, failure }),
      };
    }
  }
}

const explanations: Readonly<Record<string, string>> = {
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'The PayPal account has too little money for this refund.',
  CAPTURE_FULLY_REFUNDED: 'PayPal has already refunded this payment in full.',
  REFUND_AMOUNT_EXCEEDED: 'PayPal has less than this amount left to refund for this payment.',
};
