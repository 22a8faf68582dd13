import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TableIndex } from 'typeorm';
import { columnOf, kinds, optional, varchar } from './schema-helpers';

const TABLE = 'contact_messages';
const INDEX = 'ix_contact_messages_state';

/** What an organisation asks a quote for, and how far an enquiry is. Answered ones are closed. */
export class Quotes1790000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(TABLE, columnOf('quote', optional(kinds.json)));
    await runner.addColumn(TABLE, columnOf('state', { ...varchar(10), default: "'new'" }));
    await runner.createIndex(TABLE, new TableIndex({ name: INDEX, columnNames: ['state'] }));
    await runner.query(`UPDATE ${TABLE} SET state = 'closed' WHERE answered_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, INDEX);
    await runner.dropColumn(TABLE, 'state');
    await runner.dropColumn(TABLE, 'quote');
  }
}
