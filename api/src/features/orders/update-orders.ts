import type { DataSource, FindOptionsWhere, UpdateResult } from 'typeorm';
import { type OrderRow, Orders } from '../../database/entities';
import { repeatAfterDeadlock } from '../../database/transaction';

/** Changes orders by one statement outside of any transaction, while others may be changing the same ones. */
export function updateOrders(
  db: DataSource,
  where: FindOptionsWhere<OrderRow>,
  changes: Partial<OrderRow>,
): Promise<UpdateResult> {
  return repeatAfterDeadlock(() => db.getRepository(Orders).update(where, changes));
}
