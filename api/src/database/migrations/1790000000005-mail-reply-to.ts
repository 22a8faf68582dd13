import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { optional, words } from './table-kit';

/** The support desk answers a contact message by answering its mail. */
export class MailReplyTo1790000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('outbox_mails', new TableColumn({ name: 'reply_to', ...optional(words(254)) }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('outbox_mails', 'reply_to');
  }
}
