import { type MigrationInterface, type QueryRunner, type Table, TableColumn, TableIndex } from 'typeorm';
import { canonicaliseAddresses } from '../canonical-addresses';
import {
  binaryText,
  defineTable,
  indexed,
  key,
  kinds,
  optional,
  references,
  unique,
  varchar,
} from './schema-helpers';

const SEARCHED = ['users', 'orders', 'contact_messages', 'newsletter_signups'];
const HELD = ['contact_messages', 'newsletter_signups'];

const heldIndex = (table: string) => `ix_${table}_held_at`;

function drafts(runner: QueryRunner): Table {
  return defineTable('office_drafts', {
    id: kinds.id,
    user_id: indexed('ix_office_drafts_user', references('fk_office_drafts_user', 'users', 'CASCADE')),
    token_hash: unique('uq_office_drafts_token_hash', key(64, runner)),
    path: varchar(300),
    fields: kinds.json,
    created_at: indexed('ix_office_drafts_created_at', kinds.instant),
  });
}

/** Columns for the folded texts of searches, which housekeeping fills, messages that are set aside, drafts, and addresses in the form that is mailed. */
export class TypedText1790000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of SEARCHED) {
      const column = { name: 'search_text', ...optional(binaryText(runner)) };
      await runner.addColumn(table, new TableColumn(column));
    }
    for (const table of HELD) {
      await runner.addColumn(table, new TableColumn({ name: 'held_at', ...optional(kinds.instant) }));
      await runner.createIndex(table, new TableIndex({ name: heldIndex(table), columnNames: ['held_at'] }));
    }
    await runner.createTable(drafts(runner));
    await canonicaliseAddresses(runner.manager);
  }

  /** The addresses stay canonical, which the release before understands. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('office_drafts');
    for (const table of HELD) {
      await runner.dropIndex(table, heldIndex(table));
      await runner.dropColumn(table, 'held_at');
    }
    for (const table of SEARCHED) await runner.dropColumn(table, 'search_text');
  }
}
