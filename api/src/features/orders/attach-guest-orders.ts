import { type EntityManager, In, IsNull } from 'typeorm';
import { OrderLines, Orders } from '../../database/entities';
import { grant } from './fulfil';

/**
 * Assigns to a customer the orders that were paid with their address before they had an account, with the access that
 * those orders bought. Call it only in the transaction that verifies the address: anybody can sign up with a foreign
 * address.
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
