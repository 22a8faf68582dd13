import { PREMIUM_ID } from '@isa/api-contract';
import { type EntityManager, IsNull, LessThanOrEqual, Not } from 'typeorm';
import { Entitlements, OrderLines, type OrderRow, Orders, Users } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';

/**
 * Longer than a capture commonly takes: a lease that is over belongs, as a rule, to a process that died. If
 * not, the provider hears the same key twice and takes the money once.
 */
const LEASE_MS = 15_000;
const premium = { productId: PREMIUM_ID };

/** Somebody captures this very order (`held`), or another one of the customer's for the same access (`rival`). */
export type Busy = 'held' | 'rival';

/**
 * Becomes the one who captures an order: from `created`, or in place of somebody whose lease is over. Premium access is
 * needed once, but two tabs can prepare two orders of it: only one of a customer's may be `capturing` at a time, since
 * money that is being taken can no longer be called back.
 * @returns the row as it stands, `capturing` when it is held now; or why it is not.
 */
export async function holdOrder(
  { db, now }: Deps,
  order: OrderRow,
): Promise<OrderRow | Busy | 'rival under review' | 'owned'> {
  const at = now();
  // What takes over an order that is `capturing` already has no rival. Lines never change, so they are read outside.
  const buysPremium =
    order.status === 'created' &&
    order.userId !== null &&
    (await db.getRepository(OrderLines).existsBy({ ...premium, orderId: order.id }));
  return transaction(db, async (manager) => {
    const obstacle = buysPremium ? await obstacleOf(manager, order) : undefined;
    if (obstacle) return obstacle;
    const lease = { dueAt: new Date(at.getTime() + LEASE_MS), updatedAt: at, failure: null };
    const { id, captureAttempt } = order;
    // A row that moved on since it was read is left alone: somebody else has an answer for it.
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
    return held || row.status !== 'capturing' ? row : 'held';
  });
}

/** What keeps an order of premium access from being charged now, if anything. */
async function obstacleOf(
  manager: EntityManager,
  { id, userId }: OrderRow,
): Promise<'rival' | 'rival under review' | 'owned' | undefined> {
  if (userId === null) return undefined;
  // First of all: on MariaDB whatever is read before shows the state from before the wait.
  await lockCustomer(manager, userId);
  // What this very order has granted meanwhile is no obstacle: the row will tell that it is paid.
  const elsewhere = { ...premium, userId, orderId: Not(id), revokedAt: IsNull() };
  if (await manager.existsBy(Entitlements, elsewhere)) return 'owned';
  const rival = await manager
    .createQueryBuilder(Orders, 'rival')
    .innerJoin('OrderLine', 'line', 'line.orderId = rival.id AND line.productId = :productId', premium)
    .where({ userId, status: 'capturing', id: Not(id) })
    .getOne();
  if (!rival) return undefined;
  return rival.captureId === null ? 'rival' : 'rival under review';
}

/** Makes transactions about one customer follow each other. On SQLite all of them do so anyway. */
async function lockCustomer(manager: EntityManager, id: number): Promise<void> {
  await manager.findOne(Users, {
    select: { id: true },
    where: { id },
    ...(manager.dataSource.options.type === 'better-sqlite3' ? {} : { lock: { mode: 'pessimistic_write' } }),
  });
}
