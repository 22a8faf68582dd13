import { PREMIUM_ID } from '@isa/api-contract';
import { type EntityManager, IsNull, LessThanOrEqual, Not } from 'typeorm';
import { Entitlements, OrderLines, type OrderRow, Orders, Users } from '../../database/entities';
import { rowLock, transaction } from '../../database/transaction';
import type { Deps } from '../../deps';

/** Longer than a capture normally takes. Should its process still live, the repeated key prevents a second capture. */
const LEASE_MS = 15_000;
const premium = { productId: PREMIUM_ID };

export type Hold =
  /** The caller holds the lease and captures the order. */
  | { readonly state: 'held'; readonly order: OrderRow }
  /** The order is no longer to be captured; the row contains its outcome. */
  | { readonly state: 'settled'; readonly order: OrderRow }
  /** Another caller is capturing this order. */
  | { readonly state: 'busy' }
  /** Another order of the customer for premium access is being captured, or the provider reviews its payment. */
  | { readonly state: 'rival'; readonly underReview: boolean }
  /** Another order has granted premium access already. */
  | { readonly state: 'owned' };

/**
 * Takes the lease for capturing an order: from `created`, or from a caller whose lease has expired. Premium access is
 * needed once, but two tabs can prepare two orders for it: only one of a customer's may be `capturing` at a time, since
 * a running capture cannot be cancelled.
 */
export async function holdOrder({ db, now }: Deps, order: OrderRow): Promise<Hold> {
  const at = now();
  // An order that is `capturing` already has passed this check. Lines never change, so the transaction need not read them.
  const buysPremium =
    order.status === 'created' &&
    order.userId !== null &&
    (await db.getRepository(OrderLines).existsBy({ ...premium, orderId: order.id }));
  return transaction(db, async (manager) => {
    const obstacle = buysPremium ? await findObstacle(manager, order) : undefined;
    if (obstacle) return obstacle;
    const lease = { dueAt: new Date(at.getTime() + LEASE_MS), updatedAt: at, failure: null };
    const { id, captureAttempt } = order;
    // The attempt number excludes a row that another caller has processed since it was read.
    const first = await manager.update(
      Orders,
      { id, status: 'created', captureAttempt: captureAttempt ?? IsNull() },
      { ...lease, status: 'capturing', captureAttempt: (captureAttempt ?? 0) + 1 },
    );
    const held =
      first.affected === 1 ||
      (await manager.update(Orders, { id, status: 'capturing', dueAt: LessThanOrEqual(at) }, lease))
        .affected === 1;
    const row = await manager.findOneByOrFail(Orders, { id });
    if (held) return { state: 'held', order: row };
    return row.status === 'capturing' ? { state: 'busy' } : { state: 'settled', order: row };
  });
}

/** The reason why an order for premium access must not be captured now, if any. */
async function findObstacle(
  manager: EntityManager,
  { id, userId }: OrderRow,
): Promise<Extract<Hold, { state: 'rival' | 'owned' }> | undefined> {
  if (userId === null) return undefined;
  // Locked first: on MariaDB, rows read before the wait would be from before it. On SQLite transactions never overlap.
  await manager.findOne(Users, { select: { id: true }, where: { id: userId }, ...rowLock(manager) });
  // A grant by this order is no obstacle: its row is `captured`.
  const elsewhere = { ...premium, userId, orderId: Not(id), revokedAt: IsNull() };
  if (await manager.existsBy(Entitlements, elsewhere)) return { state: 'owned' };
  const rival = await manager
    .createQueryBuilder(Orders, 'rival')
    .innerJoin('OrderLine', 'line', 'line.orderId = rival.id AND line.productId = :productId', premium)
    .where({ userId, status: 'capturing', id: Not(id) })
    .getOne();
  return rival ? { state: 'rival', underReview: rival.captureId !== null } : undefined;
}
