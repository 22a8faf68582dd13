import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { optional, varchar } from './schema-helpers';

/** Links in mails can confirm a new address. */
export class EmailChange1790000000110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('mail_tokens', new TableColumn({ name: 'new_email', ...optional(varchar(254)) }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('mail_tokens', 'new_email');
  }
}
