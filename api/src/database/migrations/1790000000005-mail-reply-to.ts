import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { optional, varchar } from './schema-helpers';

/** Replies to a contact message's mail go to its author. */
export class MailReplyTo1790000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('outbox_mails', new TableColumn({ name: 'reply_to', ...optional(varchar(254)) }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('outbox_mails', 'reply_to');
  }
}
