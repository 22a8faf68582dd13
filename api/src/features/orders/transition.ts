import { PREMIUM_ID } from '@isa/api-contract';
import { type EntityManager, IsNull } from 'typeorm';
import { writeRow } from '../../database/change-row';
import { Entitlements, OrderEvents, type OrderLineRow, type OrderRow, Orders } from '../../database/entities';
import { searchTexts } from '../../database/search-texts';
import type { OrderDeps } from './deps';
import { readLines, withoutRefunded, writeEvent } from './order-lines';
import { hasPremium, type OrderRefund, writeOrderMail } from './order-mails';
import {
  attentionOf,
  openAttention,
  OPEN_STATES,
  type OrderEventName,
  orderEvents,
  orderStates,
} from './order-states';

export type TransitionDeps = Pick<OrderDeps, 'env' | 'now'>;

/** The changes of an order's row besides its state, which only {@link transition} writes. */
export type OrderChanges = Partial<Omit<OrderRow, 'id' | 'status' | 'openKey'>>;

interface EventDetails {
  readonly changes?: OrderChanges;
  /** The account of the person who caused it; null for the provider and the sweep. */
  readonly by?: number | null;
  /** What the history adds in brackets, and why staff have to look at the order. */
  readonly detail?: string;
  /** The refund that a mail is about. */
  readonly refund?: OrderRefund;
}

/**
 * Applies an event to a locked order as {@link orderStates} says, with all its effects, in the caller's transaction.
 * Nothing else writes an order's state, which a lint rule enforces.
 * @returns the row afterwards; `undefined` when the event means nothing in the order's state.
 */
export async function transition(
  deps: TransitionDeps,
  manager: EntityManager,
  order: OrderRow,
  event: OrderEventName,
  { changes = {}, by = null, detail: given = '', refund }: EventDetails = {},
): Promise<OrderRow | undefined> {
  const status = orderStates[order.status].on[event];
  if (status === undefined) return undefined;
  const at = deps.now();
  const rule = orderEvents[event];
  const mails = rule.mails ?? [];
  const lines = rule.access === 'opens' || mails.length > 0 ? await readLines(manager, [order.id]) : [];
  const detail = rule.access === 'opens' ? whatIsMissing({ ...order, ...changes }, lines) : given;
  const reason = attentionOf(event, detail);
  const isAnswered = order.status === 'capturing' && status !== 'capturing' && order.attention !== null;
  const left = isAnswered ? await readAttention(manager, { id: order.id, status }) : undefined;
  const row = await writeSearchable(manager, order, {
    ...(isAnswered && { attention: left?.reason ?? null, attentionAt: left?.at ?? null }),
    // What is settled has no next look; a state with a follow-up gets its time from the caller.
    ...(orderStates[status].followUp === undefined && { dueAt: null }),
    ...(reason !== undefined && { attention: reason, attentionAt: at }),
    ...changes,
    status,
    openKey: OPEN_STATES.includes(status) ? order.openKey : null,
    updatedAt: at,
  });
  if (rule.access === 'opens') await grantAccess(manager, row, lines, at);
  if (rule.access === 'reopens') await reopenAccess(manager, row, await withoutRefunded(manager, lines), at);
  const endsWithLine = rule.access === 'ends-with-its-line' && hasPremium(refund?.lines ?? []);
  if (rule.access === 'ends' || endsWithLine) await endAccess(manager, row, at);
  if (rule.history !== undefined)
    await writeEvent(manager, row.id, { kind: event, at, accountId: by, detail });
  for (const mail of mails)
    await writeOrderMail(manager, mail, { order: row, before: order, lines, refund }, deps);
  return row;
}

/** Why a paid order cannot be delivered as it is; empty for most. */
function whatIsMissing(
  { userId, shipping, shippingAddress }: Pick<OrderRow, 'userId' | 'shipping' | 'shippingAddress'>,
  lines: readonly OrderLineRow[],
): string {
  return [
    ...(userId === null && hasPremium(lines) ? ['premium access belongs to no account'] : []),
    ...(shipping > 0 && !shippingAddress ? ['PayPal gave no delivery address: ask the buyer'] : []),
  ].join('; ');
}

/** The newest reason for which staff still have to look at an order. */
async function readAttention(manager: EntityManager, { id, status }: Pick<OrderRow, 'id' | 'status'>) {
  const events = await manager.find(OrderEvents, { where: { orderId: id }, order: { id: 'ASC' } });
  return openAttention(status, events).at(-1);
}

/** Changes a locked order's row, but not its state. */
export function writeOrder<Changes extends OrderChanges>(
  manager: EntityManager,
  order: OrderRow,
  changes: Changes,
): Promise<OrderRow & Changes> {
  return writeSearchable(manager, order, changes);
}

/** Writes a row together with what searches look through. */
function writeSearchable<Changes extends Partial<OrderRow>>(
  manager: EntityManager,
  order: OrderRow,
  changes: Changes,
): Promise<OrderRow & Changes> {
  const searchText = searchTexts.orders.of({ ...order, ...changes });
  return writeRow(manager, Orders, order, { ...changes, searchText });
}

/** Notes when an order was first shown to its buyer, in one conditional statement. */
export async function writeSeen({ db, now }: Pick<OrderDeps, 'db' | 'now'>, { id }: OrderRow): Promise<void> {
  await db.getRepository(Orders).update({ id, seenAt: IsNull() }, { seenAt: now() });
}

export type NewOrderRow = OrderChanges & Pick<OrderRow, 'requestId' | 'openKey'> & { readonly id?: number };

/** Inserts an order in its first state. @throws a duplicate when this browser has another open order */
export async function insertOrderRow(
  manager: EntityManager,
  row: NewOrderRow,
): Promise<{ readonly id: number }> {
  return manager.save(Orders, { ...row, status: 'created' as const });
}

/** Grants the order's customer access to the lessons; a guest's order grants it once it has a customer. */
export async function grantAccess(
  manager: EntityManager,
  { id: orderId, userId }: Pick<OrderRow, 'id' | 'userId'>,
  lines: readonly OrderLineRow[],
  grantedAt: Date,
): Promise<void> {
  if (userId === null || !hasPremium(lines)) return;
  const row = { userId, orderId, productId: PREMIUM_ID, grantedAt, revokedAt: null, reason: null };
  await manager.createQueryBuilder().insert().into(Entitlements).values(row).orIgnore().execute();
}

/** Opens the access again that ended with the payment. @param remaining the lines that are not refunded */
async function reopenAccess(
  manager: EntityManager,
  order: OrderRow,
  remaining: readonly OrderLineRow[],
  at: Date,
): Promise<void> {
  if (hasPremium(remaining))
    await manager.update(Entitlements, { orderId: order.id, reason: IsNull() }, { revokedAt: null });
  await grantAccess(manager, order, remaining, at);
}

async function endAccess(manager: EntityManager, { id: orderId }: OrderRow, now: Date): Promise<void> {
  await manager.update(Entitlements, { orderId, revokedAt: IsNull() }, { revokedAt: now });
}
