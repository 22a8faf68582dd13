import type { DataSource, FindOptionsWhere, UpdateResult } from 'typeorm';
import { type OrderRow, Orders } from '../../database/entities';
import { repeatAfterDeadlock } from '../../database/transaction';

/** Updates orders by one statement outside of transactions; concurrent changes of the same rows may deadlock. */
export function updateOrders(
  db: DataSource,
  where: FindOptionsWhere<OrderRow>,
  changes: Partial<OrderRow>,
): Promise<UpdateResult> {
  return repeatAfterDeadlock(() => db.getRepository(Orders).update(where, changes));
}
