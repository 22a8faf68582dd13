import type { DataSource, EntityManager, EntitySchema, ObjectLiteral } from 'typeorm';
import { NotVisibleError } from './errors';
import { rowLock, transaction } from './transaction';

export interface KeyedRow extends ObjectLiteral {
  readonly id: number;
}

/** The changes of a row in its present state; `undefined` leaves it as it is. */
export type RowChange<Row> = (row: Row) => Partial<Row> | undefined;

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

/** Changes one row in a transaction that depends on its state, and runs `then` in the same one if it has changed. */
export function changeRow<Row extends KeyedRow>(
  db: DataSource,
  table: EntitySchema<Row>,
  id: number,
  change: RowChange<NoInfer<Row>>,
  then: (manager: EntityManager, row: Row) => Promise<void> = async () => undefined,
): Promise<{ readonly row: Row; readonly changed: boolean }> {
  return transaction(db, async (manager) => {
    const before = await lockRow(manager, table, id);
    const changes = change(before);
    if (!changes) return { row: before, changed: false };
    const row = await writeRow(manager, table, before, changes);
    await then(manager, row);
    return { row, changed: true };
  });
}
