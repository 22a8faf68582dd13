import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { optional, varchar } from './schema-helpers';

/** The Message-ID of a mail is stored before it is sent. */
export class MailMessageId1790000000120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'outbox_mails',
      new TableColumn({ name: 'message_id', ...optional(varchar(320)) }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('outbox_mails', 'message_id');
  }
}
