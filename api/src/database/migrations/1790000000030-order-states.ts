import { type MigrationInterface, type QueryRunner, TableIndex, type TableIndexOptions } from 'typeorm';
import { columnOf, key, kinds, optional, varchar } from './schema-helpers';

const { instant } = kinds;

/** States of orders that the payment provider leaves open, one open order for each browser, and what staff must look at. */
export class OrderStates1790000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, column] of Object.entries(columns(runner)))
      await runner.addColumn('orders', columnOf(name, column));
    for (const [table, index] of indices) await runner.createIndex(table, new TableIndex(index));
    // Each statement may be repeated: it finds no rows then.
    await runner.query(
      "UPDATE orders SET status = 'reviewing' WHERE status = 'capturing' AND capture_id IS NOT NULL",
    );
    await runner.query("UPDATE orders SET status = 'refused' WHERE status = 'failed' AND failure = 'denied'");
    await runner.query(
      "UPDATE orders SET status = 'mismatched' WHERE status = 'failed' AND capture_id IS NOT NULL",
    );
    await runner.query("UPDATE orders SET status = 'cancelled' WHERE status = 'failed'");
    await runner.query('UPDATE orders SET seen_at = captured_at WHERE captured_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE orders SET status = 'capturing' WHERE status = 'reviewing'");
    await runner.query("UPDATE orders SET status = 'failed' WHERE status IN ('refused', 'mismatched')");
    await runner.query("UPDATE orders SET status = 'refunded' WHERE status = 'reversed'");
    for (const [table, index] of [...indices].reverse()) await runner.dropIndex(table, new TableIndex(index));
    for (const name of Object.keys(columns(runner)).reverse()) await runner.dropColumn('orders', name);
  }
}

function columns(runner: QueryRunner) {
  return {
    open_key: optional(key(64, runner)),
    seen_at: optional(instant),
    awaited_at: optional(instant),
    attention: optional(varchar(300)),
    attention_at: optional(instant),
  };
}

const indices: readonly (readonly [string, TableIndexOptions])[] = [
  ['orders', { name: 'uq_orders_open_key', columnNames: ['open_key'], isUnique: true }],
  ['orders', { name: 'ix_orders_attention_at', columnNames: ['attention_at'] }],
  ['refunds', { name: 'uq_refunds_provider_refund_id', columnNames: ['provider_refund_id'], isUnique: true }],
];
