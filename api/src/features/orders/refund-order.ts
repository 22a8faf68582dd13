import { formatPounds, type Pence, pence, PREMIUM_ID, sum, times, vatIncluded } from '@isa/api-contract';
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
import { revoke } from './fulfil';
import { keptLines, writeEvent } from './order-lines';
import { mailBuyer, refundMail } from './order-mails';
import { PaymentError } from './payments/provider';

/** Longer than the provider's call takes. The repeated key prevents a second refund. */
const REFUND: Lease = { period: 60_000, latest: 120_000 };

export interface RefundRequest {
  /** The key of the form: a repeated request with it has the result of the first. */
  readonly key: string;
  readonly lines: readonly RefundLine[] | 'all';
  readonly reason: string;
  readonly by: number | null;
}

/** Throws in the locking transaction when this order must not be refunded now. */
type Guard = (manager: EntityManager, order: OrderRow, kept: readonly OrderLineRow[]) => Promise<void>;

/**
 * Refunds lines of a paid order, once for each key. The sweep repeats the call until its outcome is known.
 * @returns the refund; `open` when the provider did not respond.
 * @throws ProblemError `not-found`, `nothing-to-refund`
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

/** Repeats a claimed refund; one without a response is due again when its lease ends. */
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
  find: (at) => [[{ state: 'open', dueAt: due(at, REFUND) }]],
  claim: ({ state, dueAt }, at) =>
    state === 'open' && isDue(dueAt, at, REFUND) ? { dueAt: leaseEnd(at, REFUND) } : undefined,
};

/** Reserves the amount in the order's row, so that all refunds together never exceed its total. */
function reserve(
  { db, now }: OrderDeps,
  orderId: number,
  { key, lines: asked, reason, by }: RefundRequest,
  guard: Guard | undefined,
): Promise<RefundRow> {
  return transaction(db, async (manager) => {
    const order = await lockRow(manager, Orders, orderId);
    const earlier = await manager.findOneBy(Refunds, { key });
    if (earlier?.orderId === orderId) return earlier;
    if (earlier)
      throw new ProblemError('invalid-request', { message: 'This form belongs to another order.' });
    const kept = await keptLines(manager, orderId);
    await guard?.(manager, order, kept);
    const left = pence(order.total - order.refunded - order.refunding);
    const chosen = asked === 'all' ? kept : choose(kept, asked);
    const value = sum(chosen.map(({ unitPrice, quantity }) => times(unitPrice, quantity)));
    const amount = asked === 'all' ? left : value;
    if (order.status !== 'captured' || order.captureId === null || amount <= 0 || amount > left) {
      throw new ProblemError('nothing-to-refund');
    }
    const at = now();
    await writeRow(manager, Orders, order, { refunding: sum([order.refunding, amount]) });
    const row = {
      orderId,
      key,
      amount,
      vat: vatOf(chosen, amount),
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
    const detail = `${formatPounds(amount)}: ${reason}`;
    await writeEvent(manager, orderId, { kind: 'refund-requested', at, accountId: by, detail });
    return manager.save(Refunds, row);
  });
}

/** @throws ProblemError `nothing-to-refund` for more than is left of a line */
function choose(kept: readonly OrderLineRow[], asked: readonly RefundLine[]): OrderLineRow[] {
  const ids = new Set(asked.map(({ productId }) => productId));
  if (ids.size !== asked.length)
    throw new ProblemError('invalid-request', { message: 'A line is named twice.' });
  return asked.map(({ productId, quantity }) => {
    const line = kept.find((candidate) => candidate.productId === productId);
    if (!Number.isInteger(quantity) || quantity < 1 || !line || quantity > line.quantity) {
      throw new ProblemError('nothing-to-refund');
    }
    return { ...line, quantity };
  });
}

/** The VAT of the lines, but at most what the amount can contain after refunds at the provider. */
function vatOf(lines: readonly OrderLineRow[], amount: Pence): Pence {
  const vat = sum(
    lines.map(({ unitPrice, quantity, vatPercent }) => vatIncluded(times(unitPrice, quantity), vatPercent)),
  );
  const highest = Math.max(0, ...lines.map(({ vatPercent }) => vatPercent));
  return pence(Math.min(vat, vatIncluded(amount, highest)));
}

/** @throws PaymentError when the outcome is unknown */
async function finish(deps: OrderDeps, refund: RefundRow): Promise<RefundRow> {
  const { captureId } = await deps.db.getRepository(Orders).findOneByOrFail({ id: refund.orderId });
  if (captureId === null) throw new Error(`Order ${refund.orderId} has a refund and no capture.`);
  try {
    const { refundId } = await deps.payments.refundCapture(captureId, `refund-${refund.key}`, refund.amount);
    return await complete(deps, refund, refundId);
  } catch (error) {
    const isFinal =
      error instanceof PaymentError &&
      (error.id === 'unknown' || (error.id === 'refused' && !error.notPermitted));
    if (!isFinal) throw error;
    return refuse(deps, refund, error);
  }
}

async function complete(deps: OrderDeps, { id, orderId }: RefundRow, refundId: string): Promise<RefundRow> {
  const at = deps.now();
  const { order, refund, isFirst } = await transaction(deps.db, async (manager) => {
    const before = await lockRow(manager, Orders, orderId);
    const open = await lockRow(manager, Refunds, id);
    if (open.state !== 'open') return { order: before, refund: open, isFirst: false };
    const refunded = pence(Math.min(before.total, before.refunded + open.amount));
    const isAll = refunded === before.total && before.status === 'captured';
    const after = await writeRow(manager, Orders, before, {
      refunded,
      refunding: pence(before.refunding - open.amount),
      updatedAt: at,
      ...(isAll && { status: 'refunded' as const, dueAt: null }),
    });
    const done = { state: 'done', providerRefundId: refundId, completedAt: at, dueAt: null } as const;
    const completed = await writeRow(manager, Refunds, open, done);
    const premiumEnds = open.lines.some(({ productId }) => productId === PREMIUM_ID);
    if (premiumEnds || isAll) await revoke(manager, after, at);
    const detail = formatPounds(open.amount);
    await writeEvent(manager, orderId, { kind: 'refund-done', at, accountId: open.requestedBy, detail });
    await mailBuyer(manager, after, refundMail(after, { amount: open.amount, premiumEnds }, deps), at);
    return { order: after, refund: completed, isFirst: true };
  });
  if (isFirst) {
    const { userId: account, refunded } = order;
    deps.security.write({ event: 'refund-recorded', result: 'success', account, order: orderId, refunded });
  }
  return refund;
}

function refuse({ db, now }: OrderDeps, { id, orderId }: RefundRow, error: PaymentError): Promise<RefundRow> {
  const at = now();
  const issue = Object.keys(explanations).find((name) => error.message.includes(name)) ?? '';
  const failure = (explanations[issue] ?? error.message).slice(0, 300);
  return transaction(db, async (manager) => {
    const order = await lockRow(manager, Orders, orderId);
    const open = await lockRow(manager, Refunds, id);
    if (open.state !== 'open') return open;
    await writeRow(manager, Orders, order, { refunding: pence(order.refunding - open.amount) });
    const detail = `${formatPounds(open.amount)}: ${failure}`;
    await writeEvent(manager, orderId, { kind: 'refund-refused', at, accountId: open.requestedBy, detail });
    return writeRow(manager, Refunds, open, { state: 'refused', failure, completedAt: at, dueAt: null });
  });
}

const explanations: Readonly<Record<string, string>> = {
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'The PayPal account has too little money for this refund.',
  CAPTURE_FULLY_REFUNDED: 'PayPal has already refunded this payment in full.',
  REFUND_AMOUNT_EXCEEDED: 'Less than this amount is left of the payment at PayPal.',
};
