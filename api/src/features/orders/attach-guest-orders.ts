import { type EntityManager, In, IsNull } from 'typeorm';
import { Orders } from '../../database/entities';
import { assignOrder } from './fulfil';

/**
 * Assigns to a customer the orders that were paid with their address before they had an account. Call it only in the
 * transaction that verifies the address: anybody can sign up with a foreign address.
 */
export async function attachGuestOrders(
  manager: EntityManager,
  { userId, emailKey }: { readonly userId: number; readonly emailKey: string },
  now: Date,
): Promise<void> {
  const guests = { userId: IsNull(), buyerEmailKey: emailKey, status: In(['captured', 'refunded']) };
  for (const order of await manager.findBy(Orders, guests)) await assignOrder(manager, order, userId, now);
}
