import { PREMIUM_ID } from '@isa/api-contract';
import { IsNull } from 'typeorm';
import { Entitlements } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { holdPremium } from './hold-order';
import type { OrderDeps } from './deps';

/** Grants a customer premium access without an order, unless there is access already. */
export async function grantPremium(
  { db, now }: Pick<OrderDeps, 'db' | 'now'>,
  userId: number,
  reason: string,
): Promise<void> {
  const owned = { userId, productId: PREMIUM_ID, revokedAt: IsNull() };
  await transaction(db, async (manager) => {
    await holdPremium(manager, userId);
    if (await manager.existsBy(Entitlements, owned)) return;
    const row = { userId, productId: PREMIUM_ID, orderId: null, grantedAt: now(), revokedAt: null, reason };
    await manager.insert(Entitlements, row);
  });
}

/** Ends a customer's premium access, whoever granted it. No money goes back. */
export async function endPremium(
  { db, now }: Pick<OrderDeps, 'db' | 'now'>,
  userId: number,
  reason: string,
): Promise<void> {
  const owned = { userId, productId: PREMIUM_ID, revokedAt: IsNull() };
  await transaction(db, async (manager) => {
    await holdPremium(manager, userId);
    await manager.update(Entitlements, owned, { revokedAt: now(), reason });
  });
}
