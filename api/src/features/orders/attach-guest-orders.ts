import { type EntityManager, In, IsNull } from 'typeorm';
import { OrderLines, Orders } from '../../database/entities';
import { grant } from './fulfil';

/**
 * Gives a customer the orders that were paid with their address before they had an account, and what those
 * orders bought. To be called in the transaction that verifies the address, and not before: anybody can
 * sign up with anybody's address.
 */
export async function attachGuestOrders(
  manager: EntityManager,
  { userId, emailKey }: { readonly userId: number; readonly emailKey: string },
  now: Date,
): Promise<void> {
  const guests = { userId: IsNull(), buyerEmailKey: emailKey, status: In(['captured', 'refunded']) };
  for (const order of await manager.findBy(Orders, guests)) {
    const { affected } = await manager.update(Orders, { id: order.id, userId: IsNull() }, { userId });
    if (affected !== 1 || order.status !== 'captured') continue;
    const lines = await manager.findBy(OrderLines, { orderId: order.id });
    await grant(manager, { id: order.id, userId }, lines, now);
  }
}
