import { isBookId, PREMIUM_ID } from '@isa/api-contract';
import { type EntityManager, In, IsNull } from 'typeorm';
import { Entitlements, type OrderLineRow, type OrderRow, Orders } from '../../database/entities';
import type { OrderDeps } from './deps';
import { lockRow, writeRow } from '../../database/change-row';
import { writeMail } from '../../emails/outbox';
import { keptLines, readLines, readProductFacts, writeEvent } from './order-lines';
import { confirmationMail, mailBuyer, officeMail } from './order-mails';
import { transaction } from '../../database/transaction';
import { holdPremium } from './hold-order';

/** Delivers a paid order in the transaction that marks it as paid. It can be repeated. */
export async function fulfil(manager: EntityManager, order: OrderRow, deps: OrderDeps): Promise<void> {
  const lines = await readLines(manager, [order.id]);
  const now = deps.now();
  await grant(manager, order, lines, now);
  await writeEvent(manager, order.id, { kind: 'paid', at: now, accountId: order.userId });
  const recipient = deps.env.officeEmail;
  const books = lines.filter(({ productId }) => isBookId(productId));
  if (recipient !== undefined && books.length > 0) {
    await writeMail(manager, { ...officeMail(order, books, deps), recipient }, now);
  }
  const facts = await readProductFacts(manager, lines);
  await mailBuyer(manager, order, confirmationMail(order, lines, facts, deps), now);
}

/** Grants the order's customer access to the lessons; a guest's order grants it once it has a customer. */
async function grant(
  manager: EntityManager,
  { id: orderId, userId }: Pick<OrderRow, 'id' | 'userId'>,
  lines: readonly OrderLineRow[],
  grantedAt: Date,
): Promise<void> {
  if (userId === null || !lines.some(({ productId }) => productId === PREMIUM_ID)) return;
  const row = { userId, orderId, productId: PREMIUM_ID, grantedAt, revokedAt: null, reason: null };
  await manager.createQueryBuilder().insert().into(Entitlements).values(row).orIgnore().execute();
}

export async function assignOrder(manager: EntityManager, order: OrderRow, userId: number, now: Date) {
  const assigned = await writeRow(manager, Orders, order, { userId });
  if (assigned.status === 'captured') {
    await grant(manager, assigned, await keptLines(manager, assigned.id), now);
  }
  return assigned;
}

/**
 * Assigns orders that were paid with the customer's address. Call it only in the transaction that verifies
 * the address: anybody can sign up with a foreign one.
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

export async function revoke(manager: EntityManager, { id: orderId }: OrderRow, now: Date): Promise<void> {
  await manager.update(Entitlements, { orderId, revokedAt: IsNull() }, { revokedAt: now });
}

/** Grants or ends premium access without an order, no matter who granted it. No money moves. */
export async function changePremium(
  { db, now }: Pick<OrderDeps, 'db' | 'now'>,
  userId: number,
  { action, reason }: { readonly action: 'grant' | 'end'; readonly reason: string },
): Promise<void> {
  const product = { userId, productId: PREMIUM_ID };
  const active = { ...product, revokedAt: IsNull() };
  await transaction(db, async (manager) => {
    await holdPremium(manager, userId);
    if (action === 'end') await manager.update(Entitlements, active, { revokedAt: now(), reason });
    else if (!(await manager.existsBy(Entitlements, active))) {
      const row = { ...product, orderId: null, grantedAt: now(), revokedAt: null, reason };
      await manager.insert(Entitlements, row);
    }
  });
}
