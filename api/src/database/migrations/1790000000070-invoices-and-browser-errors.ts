import { type MigrationInterface, type QueryRunner, TableIndex, type TableIndexOptions } from 'typeorm';
import {
  defineTable,
  indexed,
  key,
  kinds,
  optional,
  primary,
  references,
  unique,
  varchar,
} from './schema-helpers';

const TABLES = ['browser_errors', 'invoices', 'invoice_numbers'];

/** What the monthly report reads. */
const INDICES: readonly (readonly [string, TableIndexOptions])[] = [
  ['orders', { name: 'ix_orders_captured_at', columnNames: ['captured_at'] }],
  ['refunds', { name: 'ix_refunds_completed_at', columnNames: ['completed_at'] }],
  ['order_events', { name: 'ix_order_events_kind', columnNames: ['kind', 'at'] }],
];

function invoices(runner: QueryRunner) {
  return defineTable('invoices', {
    id: kinds.id,
    number: unique('uq_invoices_number', kinds.integer),
    order_id: indexed('ix_invoices_order', references('fk_invoices_order', 'orders', 'CASCADE')),
    form_key: unique('uq_invoices_form_key', key(64, runner)),
    bill_to: varchar(600),
    vat_number: optional(varchar(20)),
    replaces: optional(kinds.integer),
    issued_at: indexed('ix_invoices_issued_at', kinds.instant),
    issued_by: indexed(
      'ix_invoices_issued_by',
      optional(references('fk_invoices_issued_by', 'users', 'SET NULL')),
    ),
  });
}

function browserErrors(runner: QueryRunner) {
  return defineTable('browser_errors', {
    hour: primary(kinds.integer),
    remote: primary(key(40, runner)),
    version: primary(key(64, runner)),
    phase: primary(key(16, runner)),
    place: primary(key(80, runner)),
    amount: kinds.integer,
  });
}

/** Invoices with numbers that leave no gap, the places of errors in browsers, and indices for the monthly report. */
export class InvoicesAndBrowserErrors1790000000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(defineTable('invoice_numbers', { id: kinds.givenId, last: kinds.integer }));
    await runner.createTable(invoices(runner));
    await runner.createTable(browserErrors(runner));
    for (const [table, index] of INDICES) await runner.createIndex(table, new TableIndex(index));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, index] of [...INDICES].reverse()) await runner.dropIndex(table, new TableIndex(index));
    for (const table of TABLES) await runner.dropTable(table);
  }
}
