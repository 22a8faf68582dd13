import { type Pence, PREMIUM_ID } from '@isa/api-contract';
import { type EntityManager, In, IsNull } from 'typeorm';
import {
  Books,
  Entitlements,
  type OrderLineRow,
  OrderLines,
  type OrderRow,
  Orders,
  Users,
} from '../../database/entities';
import type { Deps } from '../../deps';
import { writeMail } from '../../emails/outbox';
import { confirmationMail, refundMail } from './order-mails';

type FulfilDeps = Pick<Deps, 'env' | 'now'>;

/**
 * Hands over what a paid order bought, within the transaction that marks it as paid: premium access for
 * its customer, and the confirmation mail. Running it again grants and tells nothing twice.
 */
export async function fulfil(manager: EntityManager, orderId: number, deps: FulfilDeps): Promise<void> {
  const { order, lines } = await readOrder(manager, orderId);
  await grant(manager, order, lines, deps.now());
  const recipient = await recipientOf(manager, order);
  if (recipient === undefined) return;
  const mail = confirmationMail(order, lines, await preOrderIds(manager, lines), deps);
  const dedupeKey = `order-confirmation:${order.id}`;
  await writeMail(manager, { ...mail, kind: 'order-confirmation', dedupeKey, recipient }, deps.now());
}

/** Gives the order's customer what can be watched; a guest's order waits until it has one. */
export async function grant(
  manager: EntityManager,
  { id: orderId, userId }: Pick<OrderRow, 'id' | 'userId'>,
  lines: readonly OrderLineRow[],
  grantedAt: Date,
): Promise<void> {
  if (userId === null || !lines.some(({ productId }) => productId === PREMIUM_ID)) return;
  const row = { userId, orderId, productId: PREMIUM_ID, grantedAt, revokedAt: null };
  await manager.createQueryBuilder().insert().into(Entitlements).values(row).orIgnore().execute();
}

/** Takes back what an order granted and tells its buyer, when money was given back. */
export async function revoke(
  manager: EntityManager,
  orderId: number,
  deps: FulfilDeps,
  { refunded }: { readonly refunded: Pence | undefined },
): Promise<void> {
  const now = deps.now();
  await manager.update(Entitlements, { orderId, revokedAt: IsNull() }, { revokedAt: now });
  const { order, lines } = await readOrder(manager, orderId);
  const recipient = await recipientOf(manager, order);
  if (recipient === undefined || refunded === undefined) return;
  const mail = refundMail(order, lines, refunded, deps);
  await writeMail(
    manager,
    { ...mail, kind: 'order-refunded', dedupeKey: `order-refunded:${orderId}`, recipient },
    now,
  );
}

/** Of the books in an order, those that are still to be published. */
export async function preOrderIds(
  manager: EntityManager,
  lines: readonly Pick<OrderLineRow, 'productId'>[],
): Promise<ReadonlySet<number>> {
  const ids = In(lines.map(({ productId }) => productId));
  const books = await manager.find(Books, { select: { id: true }, where: { id: ids, preOrder: true } });
  return new Set(books.map(({ id }) => id));
}

async function readOrder(manager: EntityManager, orderId: number) {
  const order = await manager.findOneByOrFail(Orders, { id: orderId });
  const lines = await manager.find(OrderLines, { where: { orderId }, order: { id: 'ASC' } });
  return { order, lines };
}

/** A customer's own address, else the one that the payment was made with. */
async function recipientOf(
  manager: EntityManager,
  { userId, buyerEmail }: OrderRow,
): Promise<string | undefined> {
  const user = userId === null ? null : await manager.findOneBy(Users, { id: userId });
  return user?.email ?? buyerEmail ?? undefined;
}
