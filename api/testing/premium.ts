import { randomUUID } from 'node:crypto';
import { CURRENCY, pence, PREMIUM_ID, PREMIUM_PRICE } from '@isa/api-contract';
import { type Entitlement, Entitlements, Orders } from '../src/database/entities';
import type { Deps } from '../src/deps';
import { type SignedIn, signIn } from './factories';

/** Premium access for a customer, paid for by an order of its own. */
export async function grantPremium(deps: Deps, userId: number): Promise<Entitlement> {
  const at = deps.now();
  const order = await deps.db.getRepository(Orders).save({
    status: 'captured',
    requestId: randomUUID(),
    userId,
    currency: CURRENCY,
    subtotal: PREMIUM_PRICE,
    shipping: pence(0),
    total: PREMIUM_PRICE,
    vat: pence(1283),
    refunded: pence(0),
    createdAt: at,
    updatedAt: at,
    capturedAt: at,
  });
  return deps.db.getRepository(Entitlements).save({
    userId,
    productId: PREMIUM_ID,
    orderId: order.id,
    grantedAt: at,
    revokedAt: null,
  });
}

/** A signed-in customer who may watch. */
export async function signInWithPremium(deps: Deps): Promise<SignedIn> {
  const customer = await signIn(deps);
  await grantPremium(deps, customer.user.id);
  return customer;
}
