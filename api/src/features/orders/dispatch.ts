import { isBookId } from '@isa/api-contract';
import { lockRow, writeRow } from '../../database/change-row';
import { type OrderRow, Orders } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { writeMail } from '../../emails/outbox';
import { required } from '../../http/problem-error';
import type { OrderDeps } from './deps';
import { readRecipient } from './fulfil';
import { keptLines, readPreOrders, writeEvent } from './order-lines';
import { sentMail } from './order-mails';

type DispatchDeps = Pick<OrderDeps, 'db' | 'env' | 'now'>;

export interface Dispatch {
  readonly trackingNumber?: string | undefined;
  readonly by: number;
}

export interface DispatchResult {
  readonly orderId: number;
  /** `not-ready` means that the order is not paid, has no books, or has one that is still to be published. */
  readonly state: 'sent' | 'sent-before' | 'not-ready';
}

/** Marks orders as sent and mails their buyers, once each. @throws ProblemError `not-found` */
export async function markSent(
  deps: DispatchDeps,
  orderIds: readonly number[],
  dispatch: Dispatch,
): Promise<DispatchResult[]> {
  const results: DispatchResult[] = [];
  for (const orderId of new Set(orderIds)) {
    results.push({ orderId, state: await send(deps, orderId, dispatch) });
  }
  return results;
}

/**
 * Changes the tracking number; null removes it.
 * @returns false when the order is not sent, or has this number already.
 * @throws ProblemError `not-found`
 */
export async function changeTracking(
  { db, now }: Pick<OrderDeps, 'db' | 'now'>,
  orderId: number,
  { trackingNumber, by }: { readonly trackingNumber: string | null; readonly by: number },
): Promise<boolean> {
  required(await db.getRepository(Orders).findOneBy({ id: orderId }));
  return transaction(db, async (manager) => {
    const order = await lockRow(manager, Orders, orderId);
    const number = normalise(trackingNumber);
    if (order.sentAt === null || order.trackingNumber === number) return false;
    await writeRow(manager, Orders, order, { trackingNumber: number });
    const detail = `${order.trackingNumber ?? 'none'} → ${number ?? 'none'}`;
    await writeEvent(manager, orderId, { kind: 'tracking-changed', at: now(), accountId: by, detail });
    return true;
  });
}

async function send(
  { db, env, now }: DispatchDeps,
  orderId: number,
  { trackingNumber, by }: Dispatch,
): Promise<DispatchResult['state']> {
  required(await db.getRepository(Orders).findOneBy({ id: orderId }));
  const at = now();
  return transaction(db, async (manager) => {
    const order = await lockRow(manager, Orders, orderId);
    if (order.sentAt !== null) return 'sent-before';
    const books = (await keptLines(manager, orderId)).filter(({ productId }) => isBookId(productId));
    const isReady = order.status === 'captured' && books.length > 0;
    if (!isReady || (await readPreOrders(manager, books)).size > 0) return 'not-ready';
    const number = normalise(trackingNumber);
    const sent: OrderRow = await writeRow(manager, Orders, order, { sentAt: at, trackingNumber: number });
    await writeEvent(manager, orderId, { kind: 'sent', at, accountId: by, detail: number ?? '' });
    const { recipient, greeted } = await readRecipient(manager, sent);
    if (recipient !== undefined) {
      const mail = sentMail(sent, { books, greeted }, { env });
      await writeMail(
        manager,
        { ...mail, kind: 'order-sent', dedupeKey: `order-sent:${orderId}`, recipient },
        at,
      );
    }
    return 'sent';
  });
}

function normalise(trackingNumber: string | null | undefined): string | null {
  const number = trackingNumber?.trim().slice(0, 60) ?? '';
  return number === '' ? null : number;
}
