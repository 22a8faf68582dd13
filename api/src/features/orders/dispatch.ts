import { isBookId } from '@isa/api-contract';
import { lockRow, writeRow } from '../../database/change-row';
import { Orders } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { required } from '../../http/problem-error';
import type { OrderDeps } from './deps';
import { keptLines, readPreOrders, writeEvent } from './order-lines';
import { mailBuyer, sentMail } from './order-mails';

interface Dispatch {
  readonly trackingNumber?: string | null;
  readonly by: number;
}

interface DispatchResult {
  readonly orderId: number;
  /** `not-ready` means that the order is not paid, has no books, or has one that is still to be published. */
  readonly state: 'sent' | 'sent-before' | 'not-ready';
}

/** Marks orders as sent and mails their buyers, once each. @throws ProblemError `not-found` */
export async function markSent(
  { db, env, now }: Pick<OrderDeps, 'db' | 'env' | 'now'>,
  orderIds: readonly number[],
  { trackingNumber = null, by }: Dispatch,
): Promise<DispatchResult[]> {
  const results: DispatchResult[] = [];
  for (const orderId of new Set(orderIds)) {
    required(await db.getRepository(Orders).findOneBy({ id: orderId }));
    const at = now();
    const state = await transaction(db, async (manager): Promise<DispatchResult['state']> => {
      const order = await lockRow(manager, Orders, orderId);
      if (order.sentAt !== null) return 'sent-before';
      const books = (await keptLines(manager, orderId)).filter(({ productId }) => isBookId(productId));
      const isReady = order.status === 'captured' && books.length > 0;
      if (!isReady || (await readPreOrders(manager, books)).size > 0) return 'not-ready';
      const sent = await writeRow(manager, Orders, order, { sentAt: at, trackingNumber });
      await writeEvent(manager, orderId, { kind: 'sent', at, accountId: by, detail: trackingNumber ?? '' });
      await mailBuyer(manager, sent, sentMail(sent, books, { env }), at);
      return 'sent';
    });
    results.push({ orderId, state });
  }
  return results;
}

/** Changes the tracking number of an order that is sent; null removes it. */
export async function changeTracking(
  { db, now }: Pick<OrderDeps, 'db' | 'now'>,
  orderId: number,
  { trackingNumber = null, by }: Dispatch,
): Promise<void> {
  await transaction(db, async (manager) => {
    const order = await lockRow(manager, Orders, orderId);
    if (order.sentAt === null || order.trackingNumber === trackingNumber) return;
    await writeRow(manager, Orders, order, { trackingNumber });
    const detail = `${order.trackingNumber ?? 'none'} → ${trackingNumber ?? 'none'}`;
    await writeEvent(manager, orderId, { kind: 'tracking-changed', at: now(), accountId: by, detail });
  });
}
