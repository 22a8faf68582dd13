import type { EntityManager, EntitySchema } from 'typeorm';

/** Adds to a counter, which it creates. All other columns of its table are the key. */
export async function addAmount<Row extends { readonly amount: number }>(
  manager: EntityManager,
  table: EntitySchema<Row>,
  row: Row,
): Promise<void> {
  const columns = Object.entries(row).filter(([column]) => column !== 'amount');
  const keys = columns.map(([column]) => column).join(', ');
  const onConflict =
    manager.connection.options.type === 'better-sqlite3'
      ? `ON CONFLICT (${keys}) DO UPDATE SET amount = amount + excluded.amount`
      : 'ON DUPLICATE KEY UPDATE amount = amount + VALUES(amount)';
  await manager.query(
    `INSERT INTO ${manager.connection.getMetadata(table).tableName} (${keys}, amount) VALUES (${columns.map(() => '?').join(', ')}, ?) ${onConflict}`,
    [...columns.map(([, value]: [string, unknown]) => value), row.amount],
  );
}
