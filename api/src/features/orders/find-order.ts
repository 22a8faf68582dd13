import type { DataSource, FindOptionsWhere } from 'typeorm';
import { readCausally } from '../../database/causal-read';
import { type OrderRow, Orders } from '../../database/entities';

/**
 * Finds an order of a payment, also when a node of a cluster has just become the writer and does not show it
 * yet.
 */
export function findOrder(db: DataSource, where: FindOptionsWhere<OrderRow>): Promise<OrderRow | null> {
  return readCausally(db, (manager) => manager.findOneBy(Orders, where));
}
