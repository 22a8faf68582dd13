import type { EntityManager, EntitySchema, ObjectLiteral } from 'typeorm';
import { NotVisibleError } from './errors';
import { rowLock } from './transaction';

export interface KeyedRow extends ObjectLiteral {
  readonly id: number;
}

/**
 * Locks a row until the end of the transaction and reads it. The order of locks: the order's row, the
 * customer's premium row, entitlements, mails (decision 0054).
 * @throws NotVisibleError
 */
export async function lockRow<Row extends KeyedRow>(
  manager: EntityManager,
  table: EntitySchema<Row>,
  id: number,
): Promise<Row> {
  const row = await manager
    .createQueryBuilder(table, 'entry')
    .setFindOptions(rowLock(manager))
    .where({ id })
    .getOne();
  if (!row) throw new NotVisibleError(`${table.options.name} ${id} is missing after it was saved.`);
  return row;
}

/** Writes a locked row, found by the primary key alone: another index would be locked before it. */
export async function writeRow<Row extends KeyedRow, Changes extends Partial<Row>>(
  manager: EntityManager,
  table: EntitySchema<Row>,
  row: Row,
  changes: Changes,
): Promise<Row & Changes> {
  await manager.update(table, { id: row.id }, changes);
  return { ...row, ...changes };
}
