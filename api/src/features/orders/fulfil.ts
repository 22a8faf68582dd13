import { type Pence, PREMIUM_ID } from '@isa/api-contract';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import {
  Entitlements,
  Lessons,
  type OrderLineRow,
  type OrderRow,
  Orders,
  Users,
} from '../../database/entities';
import type { OrderDeps } from './deps';
import { lockRow, writeRow } from '../../database/change-row';
import { writeMail } from '../../emails/outbox';
import { preOrderIds, readLines } from './order-lines';
import { confirmationMail, refundMail } from './order-mails';

type FulfilDeps = Pick<OrderDeps, 'env' | 'now'>;

/** Delivers a paid order in the transaction that marks it as paid: access and confirmation mail. Repeatable. */
export async function fulfil(manager: EntityManager, order: OrderRow, deps: FulfilDeps): Promise<void> {
  const { lines, recipient } = await readDetails(manager, order);
  await grant(manager, order, lines, deps.now());
  if (recipient === undefined) return;
  const facts = {
    preOrders: await preOrderIds(manager, lines),
    recordedLessons: await manager.countBy(Lessons, { courseVideoSrc: Not('') }),
  };
  const mail = confirmationMail(order, lines, facts, deps);
  const dedupeKey = `order-confirmation:${order.id}`;
  await writeMail(manager, { ...mail, kind: 'order-confirmation', dedupeKey, recipient }, deps.now());
}

/** Grants the order's customer access to the lessons; a guest's order grants it once it has a customer. */
async function grant(
  manager: EntityManager,
  { id: orderId, userId }: Pick<OrderRow, 'id' | 'userId'>,
  lines: readonly OrderLineRow[],
  grantedAt: Date,
): Promise<void> {
  if (userId === null || !lines.some(({ productId }) => productId === PREMIUM_ID)) return;
  const row = { userId, orderId, productId: PREMIUM_ID, grantedAt, revokedAt: null };
  await manager.createQueryBuilder().insert().into(Entitlements).values(row).orIgnore().execute();
}

/** Assigns a guest's order, locked by the caller, with its access to a customer. */
export async function assignOrder(
  manager: EntityManager,
  order: OrderRow,
  userId: number,
  now: Date,
): Promise<OrderRow> {
  const assigned = await writeRow(manager, Orders, order, { userId });
  if (assigned.status === 'captured') {
    await grant(manager, assigned, await readLines(manager, [assigned.id]), now);
  }
  return assigned;
}

/**
 * Assigns to a customer the orders that were paid with their address before they had an account. Call it only in the
 * transaction that verifies the address: anybody can sign up with a foreign address.
 * @returns the ids of these orders.
 */
export async function attachGuestOrders(
  manager: EntityManager,
  { userId, emailKey }: { readonly userId: number; readonly emailKey: string },
  now: Date,
): Promise<readonly number[]> {
  const claimed: number[] = [];
  const where = { userId: IsNull(), buyerEmailKey: emailKey, status: In(['captured', 'refunded']) };
  for (const { id } of await manager.find(Orders, { select: { id: true }, where, order: { id: 'ASC' } })) {
    const order = await lockRow(manager, Orders, id);
    if (order.userId !== null) continue;
    await assignOrder(manager, order, userId, now);
    claimed.push(id);
  }
  return claimed;
}

/** Revokes the access that an order granted, and mails its buyer when money was refunded. */
export async function revoke(
  manager: EntityManager,
  order: OrderRow,
  deps: FulfilDeps,
  { refunded }: { readonly refunded: Pence | undefined },
): Promise<void> {
  const now = deps.now();
  await manager.update(Entitlements, { orderId: order.id, revokedAt: IsNull() }, { revokedAt: now });
  const { lines, recipient } = await readDetails(manager, order);
  if (recipient === undefined || refunded === undefined) return;
  const mail = refundMail(order, lines, refunded, deps);
  const dedupeKey = `order-refunded:${order.id}`;
  await writeMail(manager, { ...mail, kind: 'order-refunded', dedupeKey, recipient }, now);
}

async function readDetails(manager: EntityManager, { id, userId, buyerEmail }: OrderRow) {
  const lines = await readLines(manager, [id]);
  const user = userId === null ? null : await manager.findOneBy(Users, { id: userId });
  // The customer's own address, else the one of the payment.
  return { lines, recipient: user?.email ?? buyerEmail ?? undefined };
}
