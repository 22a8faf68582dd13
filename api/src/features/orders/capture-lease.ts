import { randomUUID } from 'node:crypto';
import { PREMIUM_ID } from '@isa/api-contract';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { lockRow } from '../../database/change-row';
import { due, type DueRows, isDue, type Lease, leaseEnd } from '../../database/claim-due';
import { Entitlements, OrderLines, type OrderRow, Orders, PremiumHolds } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { OrderDeps } from './deps';
import { transition, writeOrder } from './transition';

/** The longest pause between two captures of an order about which the provider says nothing. */
export const MAX_PAUSE_MS = 10 * 60_000;
/** Longer than a capture takes, with a margin for clocks. The repeated key prevents a second one. */
const CAPTURE: Lease = { period: 15_000, latest: MAX_PAUSE_MS + 60_000 };
/** Longer than a whole batch takes. Open orders, and payments under review, are due within an hour. */
const SWEEP: Lease = { period: 2 * 60_000, latest: 65 * 60_000 };
/** The next look at a settled payment is within three months. */
const LOOK: Lease = { period: 2 * 60_000, latest: 92 * 24 * 60 * 60_000 };
const premium = { productId: PREMIUM_ID };

export type LeaseResult =
  /** The caller holds the lease and captures the order. */
  | { readonly state: 'leased'; readonly order: OrderRow }
  | { readonly state: 'settled'; readonly order: OrderRow }
  | { readonly state: 'busy' }
  /** Another order of the customer for premium access is being captured, or the provider reviews its payment. */
  | { readonly state: 'concurrent'; readonly underReview: boolean }
  /** Another order has granted premium access already, or the account that would get it was deleted. */
  | { readonly state: 'owned' | 'ownerless' };

/**
 * Takes the lease for capturing an order. Of a customer's orders for premium access only one may be
 * `capturing` at a time, since a running capture cannot be cancelled.
 */
export async function acquireCaptureLease(deps: OrderDeps, order: OrderRow): Promise<LeaseResult> {
  const { db } = deps;
  const at = deps.now();
  // An order that is `capturing` already has passed this check. Lines never change, so the transaction need not read them.
  const buysPremium =
    order.status === 'created' &&
    (await db.getRepository(OrderLines).existsBy({ ...premium, orderId: order.id }));
  return transaction(db, async (manager): Promise<LeaseResult> => {
    const row = await lockRow(manager, Orders, order.id);
    if (row.status === 'capturing') {
      // Nobody holds an order that waits for its next attempt, so its buyer need not wait for that.
      const isWaiting = row.failure === 'unavailable';
      if (!isWaiting && row.dueAt !== null && !isDue(row.dueAt, at, leaseOf(row))) return { state: 'busy' };
      return { state: 'leased', order: await writeOrder(manager, row, captureLease(at)) };
    }
    // Status and attempt number exclude a row that another caller has processed since it was read.
    const isUnchanged = row.status === order.status && row.captureAttempt === order.captureAttempt;
    if (row.status !== 'created' || !isUnchanged) return { state: 'settled', order: row };
    const obstacle = buysPremium ? await findObstacle(manager, row) : undefined;
    if (obstacle) return obstacle;
    const changes = { ...captureLease(at), captureAttempt: (row.captureAttempt ?? 0) + 1 };
    const leased = await transition(deps, manager, row, 'capture-started', { changes });
    return leased ? { state: 'leased', order: leased } : { state: 'settled', order: row };
  });
}

/** Orders that no request may be processing any more, those first whose buyers wait for a capture. */
export const dueOrders: DueRows<OrderRow, Partial<OrderRow>> = {
  table: Orders,
  dueAt: 'dueAt',
  find: (at) => [
    [{ status: 'capturing', dueAt: due(at, CAPTURE) }],
    [{ status: In(['created', 'reviewing', 'mismatched']), dueAt: due(at, SWEEP) }],
    [{ status: In(['captured', 'reversed']), dueAt: due(at, LOOK) }],
  ],
  claim(order, at) {
    if (!isDue(order.dueAt, at, leaseOf(order))) return undefined;
    return order.status === 'capturing' ? captureLease(at) : { dueAt: leaseEnd(at, leaseOf(order)) };
  },
};

function captureLease(at: Date) {
  return { dueAt: leaseEnd(at, CAPTURE), updatedAt: at, failure: null };
}

function leaseOf({ status }: OrderRow): Lease {
  if (status === 'captured' || status === 'reversed') return LOOK;
  return status === 'capturing' ? CAPTURE : SWEEP;
}

async function findObstacle(
  manager: EntityManager,
  { id, userId }: OrderRow,
): Promise<Extract<LeaseResult, { state: 'concurrent' | 'owned' | 'ownerless' }> | undefined> {
  if (userId === null) return { state: 'ownerless' };
  await lockPremium(manager, userId);
  // A grant by this order is no obstacle, because its row is `captured` then.
  const owned = { ...premium, userId, revokedAt: IsNull() };
  const elsewhere = [Not(id), IsNull()].map((orderId) => ({ ...owned, orderId }));
  if (await manager.existsBy(Entitlements, elsewhere)) return { state: 'owned' };
  const concurrent = await manager
    .createQueryBuilder(Orders, 'concurrent')
    .innerJoin('order_lines', 'line', 'line.orderId = concurrent.id AND line.productId = :productId', premium)
    .where({ userId, status: In(['capturing', 'reviewing']), id: Not(id) })
    .getOne();
  return concurrent ? { state: 'concurrent', underReview: concurrent.status === 'reviewing' } : undefined;
}

/**
 * Makes transactions that start a premium capture run one after another. The value is new each time, because
 * a cluster would not count an unchanged row as written.
 */
export async function lockPremium(manager: EntityManager, userId: number): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(PremiumHolds)
    .values({ userId, holdId: randomUUID() })
    .orUpdate(['hold_id'], ['user_id'])
    .execute();
}
