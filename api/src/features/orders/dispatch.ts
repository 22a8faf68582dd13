import { isBookId } from '@isa/api-contract';
import { lockRow } from '../../database/change-row';
import { type OrderRow, Orders } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { ProblemError, required } from '../../http/problem-error';
import { addressLines } from './address-lines';
import type { OrderDeps } from './deps';
import { remainingLines, readPreOrders } from './order-lines';
import { orderStates } from './order-states';
import { transition } from './transition';

type DispatchDeps = Pick<OrderDeps, 'db' | 'env' | 'now'>;

interface Dispatch {
  /** Empty for none. */
  readonly trackingNumber?: string;
  readonly by: number;
}

interface DispatchResult {
  readonly orderId: number;
  /** `not-ready` means that the order is not paid, has no books, or has one that is still to be published. */
  readonly state: 'sent' | 'sent-before' | 'not-ready';
}

/** Marks orders as sent and mails their buyers, once each. @throws ProblemError `not-found` */
export async function markSent(
  deps: DispatchDeps,
  orderIds: readonly number[],
  { trackingNumber = '', by }: Dispatch,
): Promise<DispatchResult[]> {
  const { db, now } = deps;
  const results: DispatchResult[] = [];
  for (const orderId of new Set(orderIds)) {
    required(await db.getRepository(Orders).findOneBy({ id: orderId }));
    const state = await transaction(db, async (manager): Promise<DispatchResult['state']> => {
      const order = await lockRow(manager, Orders, orderId);
      if (order.sentAt !== null) return 'sent-before';
      const books = (await remainingLines(manager, orderId)).filter(({ productId }) => isBookId(productId));
      const isReady = orderStates[order.status].delivers && books.length > 0;
      if (!isReady || (await readPreOrders(manager, books)).size > 0) return 'not-ready';
      const changes = { sentAt: now(), trackingNumber: trackingNumber || null };
      await transition(deps, manager, order, 'sent', { changes, by, detail: trackingNumber });
      return 'sent';
    });
    results.push({ orderId, state });
  }
  return results;
}

interface DeliveryAddress extends Required<Pick<OrderRow, 'shippingName' | 'shippingAddress'>> {
  /** The lines that the form was opened with. */
  readonly before: string;
  readonly by: number;
}

/** Changes where the books of an order go, until they are sent. @throws ProblemError `forbidden`, `changed-meanwhile` */
export async function changeAddress(
  deps: DispatchDeps,
  orderId: number,
  { before, by, ...changes }: DeliveryAddress,
): Promise<void> {
  await transaction(deps.db, async (manager) => {
    const order = await lockRow(manager, Orders, orderId);
    const current = addressLines(order).join('\n');
    if (addressLines(changes).join('\n') === current) return;
    if (order.sentAt !== null || !orderStates[order.status].delivers) {
      throw new ProblemError('forbidden', {
        message: 'The address can be changed only of a paid order that has not been sent.',
      });
    }
    if (current !== before) {
      throw new ProblemError('changed-meanwhile', {
        message: 'A colleague has changed this address since you opened this page. Nothing was changed.',
      });
    }
    await transition(deps, manager, order, 'address-changed', { changes, by });
  });
}

interface Tracking extends Dispatch {
  /** The number that the form was opened with, so that a member of staff does not overwrite what a colleague has just saved. */
  readonly before: string;
  readonly isRemoved: boolean;
}

/** Changes the tracking number of a sent order; an empty field changes nothing. @throws ProblemError `changed-meanwhile` */
export async function changeTracking(
  deps: DispatchDeps,
  orderId: number,
  { trackingNumber = '', before, isRemoved, by }: Tracking,
): Promise<void> {
  const wanted = isRemoved ? null : trackingNumber;
  if (wanted === '') return;
  await transaction(deps.db, async (manager) => {
    const order = await lockRow(manager, Orders, orderId);
    if (order.sentAt === null || order.trackingNumber === wanted) return;
    if ((order.trackingNumber ?? '') !== before) {
      throw new ProblemError('changed-meanwhile', {
        message: `A colleague has saved ${order.trackingNumber === null ? 'this order without a tracking number' : `the tracking number ${order.trackingNumber}`} since you opened this page. Nothing was changed.`,
      });
    }
    const detail = `${order.trackingNumber ?? 'none'} → ${wanted ?? 'none'}`;
    await transition(deps, manager, order, 'tracking-changed', {
      changes: { trackingNumber: wanted },
      by,
      detail,
    });
  });
}
