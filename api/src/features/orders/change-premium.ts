import { PREMIUM_ID } from '@isa/api-contract';
import { IsNull } from 'typeorm';
import { Entitlements } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { holdPremium } from './hold-order';
import type { OrderDeps } from './deps';

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
