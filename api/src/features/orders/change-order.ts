import type { DataSource, EntityManager } from 'typeorm';
import { type OrderRow, Orders } from '../../database/entities';
import { NotVisibleError } from '../../database/errors';
import { rowLock, transaction } from '../../database/transaction';

/** The changes of an order in its present state; `undefined` leaves it as it is. */
export type Change = (order: OrderRow) => Partial<OrderRow> | undefined;

export interface Changed {
  /** The row afterwards. */
  readonly order: OrderRow;
  readonly changed: boolean;
}

/**
 * Locks an order's row until the end of the transaction and reads it. Every transaction of the money path starts here:
 * the order of locks is the row of the order, the customer's premium row, entitlements, mails (decision 0054).
 * @throws NotVisibleError
 */
export async function lockOrder(manager: EntityManager, id: number): Promise<OrderRow> {
  const order = await manager.findOne(Orders, { where: { id }, ...rowLock(manager) });
  if (!order) throw new NotVisibleError(`The order ${id} is missing after it was saved.`);
  return order;
}

/** Writes the changes of a locked order. Found by the primary key alone: another index would be locked before the row. */
export async function writeOrder(
  manager: EntityManager,
  order: OrderRow,
  changes: Partial<OrderRow>,
): Promise<OrderRow> {
  await manager.update(Orders, { id: order.id }, changes);
  return { ...order, ...changes };
}

/** Changes one order in a transaction that depends on its state, and runs `then` in the same one if it has changed. */
export function changeOrder(
  db: DataSource,
  id: number,
  change: Change,
  then: (manager: EntityManager, order: OrderRow) => Promise<void> = async () => undefined,
): Promise<Changed> {
  return transaction(db, async (manager) => {
    const before = await lockOrder(manager, id);
    const changes = change(before);
    if (!changes) return { order: before, changed: false };
    const order = await writeOrder(manager, before, changes);
    await then(manager, order);
    return { order, changed: true };
  });
}
