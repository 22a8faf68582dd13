import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { index, key, kinds, optional, table, unique, varchar } from './schema-helpers';

const { id, integer, instant } = kinds;

const columns = (runner: QueryRunner) => [
  new TableColumn({ name: 'guest_key_hash', ...optional(key(64, runner)) }),
  new TableColumn({ name: 'capture_attempt', ...optional(integer) }),
  new TableColumn({ name: 'due_at', ...optional(instant) }),
];

const indices = () => [
  new TableIndex(index('ix_orders_guest_key_hash', 'guest_key_hash')),
  new TableIndex(index('ix_orders_due_at', 'due_at')),
];

/** Guest keys, capture attempts and due times of orders, and received webhooks. */
export class Payments1790000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('orders', columns(runner));
    await runner.createIndices('orders', indices());
    await runner.createTable(
      table(
        'payment_events',
        {
          id,
          event_id: key(100, runner),
          type: varchar(100),
          received_at: instant,
          settled_at: optional(instant),
        },
        [unique('uq_payment_events_event_id', 'event_id')],
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('payment_events');
    await runner.dropIndices('orders', indices());
    await runner.dropColumns('orders', columns(runner));
  }
}
