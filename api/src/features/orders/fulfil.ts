import { PREMIUM_ID } from '@isa/api-contract';
import { type EntityManager, In, IsNull } from 'typeorm';
import { Entitlements, type OrderRow, Orders } from '../../database/entities';
import type { OrderDeps } from './deps';
import { lockRow } from '../../database/change-row';
import { remainingLines } from './order-lines';
import { transaction } from '../../database/transaction';
import { lockPremium } from './capture-lease';
import { LISTED_STATES, orderStates } from './order-states';
import { grantAccess, writeOrder } from './transition';

export async function assignOrder(manager: EntityManager, order: OrderRow, userId: number, now: Date) {
  const assigned = await writeOrder(manager, order, { userId });
  if (orderStates[assigned.status].delivers) {
    await grantAccess(manager, assigned, await remainingLines(manager, assigned.id), now);
  }
  return assigned;
}

/**
 * Assigns orders that were paid with the customer's address. Call it only for a confirmed address: anybody can sign up
 * with a foreign one.
 */
export async function attachGuestOrders(
  manager: EntityManager,
  { userId, emailKey }: { readonly userId: number; readonly emailKey: string },
  now: Date,
): Promise<readonly number[]> {
  const claimed: number[] = [];
  const where = { userId: IsNull(), buyerEmailKey: emailKey, status: In([...LISTED_STATES]) };
  for (const { id } of await manager.find(Orders, { select: { id: true }, where, order: { id: 'ASC' } })) {
    const order = await lockRow(manager, Orders, id);
    if (order.userId !== null) continue;
    await assignOrder(manager, order, userId, now);
    claimed.push(id);
  }
  return claimed;
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
    await lockPremium(manager, userId);
    if (action === 'end') await manager.update(Entitlements, active, { revokedAt: now(), reason });
    else if (!(await manager.existsBy(Entitlements, active))) {
      const row = { ...product, orderId: null, grantedAt: now(), revokedAt: null, reason };
      await manager.insert(Entitlements, row);
    }
  });
}
