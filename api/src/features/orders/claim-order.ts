import { type BasketItem, normaliseBasket } from '@isa/api-contract';
import { type EntityManager, IsNull } from 'typeorm';
import { lockRow } from '../../database/change-row';
import { Orders } from '../../database/entities';
import { whileBusy } from '../../database/retry';
import { transaction } from '../../database/transaction';
import type { OrderDeps } from './deps';
import { ProblemError } from '../../http/problem-error';
import { type Buyer, owns } from './buyer';
import { findOrder, readLines } from './order-lines';
import { assignOrder } from './fulfil';
import { writeOrder } from './transition';

type Customer = Buyer & { readonly userId: number };

/**
 * The customer's report of a purchase (specification §7). The order must be paid, the customer's or of this
 * browser, and contain the items. A repeated claim changes nothing.
 * @param items the basket that the browser reports, compared with the order unless it is empty. It grants no access.
 * @throws ProblemError `nothing-to-claim`
 */
export async function claimOrder(
  deps: OrderDeps,
  buyer: Customer,
  providerOrderId: string | undefined,
  items: readonly BasketItem[],
): Promise<void> {
  const now = deps.now();
  const { security } = deps;
  const account = buyer.userId;
  // The page shows a refusal at once, so a payment that another node has just saved is waited for.
  if (providerOrderId !== undefined) await findOrder(deps.db, { providerOrderId, status: 'captured' });
  const claim = async (manager: EntityManager) => {
    const found = await findClaimed(manager, buyer, providerOrderId);
    const order = found && (await lockRow(manager, Orders, found.id));
    const valid =
      order?.status === 'captured' &&
      owns(buyer, order) &&
      (items.length === 0 || sameItems(items, await readLines(manager, [order.id])));
    if (!valid) {
      security.write({ event: 'order-claimed', result: 'refused', account, order: found?.id ?? null });
      throw new ProblemError('nothing-to-claim');
    }
    const mine = order.userId === null ? await assignOrder(manager, order, buyer.userId, now) : order;
    if (mine.claimedAt === null) await writeOrder(manager, mine, { claimedAt: now });
    return order.userId === null ? order.id : undefined;
  };
  // A repeated claim changes nothing.
  const claimed = await whileBusy(() => transaction(deps.db, claim));
  if (claimed !== undefined)
    security.write({ event: 'order-claimed', result: 'success', account, order: claimed });
}

/** The named order; else the session's latest unclaimed one; else its latest. A guest must name it. */
async function findClaimed(manager: EntityManager, buyer: Customer, providerOrderId: string | undefined) {
  if (providerOrderId !== undefined) return manager.findOneBy(Orders, { providerOrderId });
  const mine = { userId: buyer.userId, sessionId: buyer.sessionId ?? IsNull(), status: 'captured' } as const;
  const latest = (where: object) => manager.findOne(Orders, { where, order: { id: 'DESC' } });
  return (await latest({ ...mine, claimedAt: IsNull() })) ?? (await latest(mine));
}

function sameItems(items: readonly BasketItem[], lines: readonly BasketItem[]): boolean {
  const text = (list: readonly BasketItem[]) =>
    normaliseBasket(list)
      .map(({ productId, quantity }) => `${productId}×${quantity}`)
      .sort()
      .join();
  return text(items) === text(lines);
}
