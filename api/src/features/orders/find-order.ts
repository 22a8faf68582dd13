import type { DataSource, FindOptionsWhere } from 'typeorm';
import { readCausally } from '../../database/causal-read';
import { type OrderRow, Orders } from '../../database/entities';

/** Finds an order, also on a cluster's node that has just become the writer. */
export function findOrder(db: DataSource, where: FindOptionsWhere<OrderRow>): Promise<OrderRow | null> {
  return readCausally(db, (manager) => manager.findOneBy(Orders, where));
}
