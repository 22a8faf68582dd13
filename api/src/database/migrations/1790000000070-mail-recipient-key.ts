import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { index, key, optional } from './schema-helpers';

/** Mails are counted by recipient. Mails of before are not counted. */
export class MailRecipientKey1790000000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = { name: 'recipient_key', ...optional(key(254, runner)) };
    await runner.addColumn('outbox_mails', new TableColumn(column));
    await runner.createIndex(
      'outbox_mails',
      new TableIndex(index('ix_outbox_mails_recipient_key', 'recipient_key', 'created_at')),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('outbox_mails', 'ix_outbox_mails_recipient_key');
    await runner.dropColumn('outbox_mails', 'recipient_key');
  }
}
