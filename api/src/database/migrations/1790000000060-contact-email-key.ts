import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { z } from 'zod';
import { index, key, optional } from './schema-helpers';

const column = (runner: QueryRunner) => new TableColumn({ name: 'email_key', ...optional(key(254, runner)) });
const keyIndex = () => new TableIndex(index('ix_contact_messages_email_key', 'email_key'));
const rowsSchema = z.array(z.object({ id: z.number(), email: z.string() }));

/** The normalised addresses of contact messages, by which they are found. */
export class ContactEmailKey1790000000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('contact_messages', column(runner));
    await runner.createIndex('contact_messages', keyIndex());
    const rows = rowsSchema.parse(await runner.query('SELECT id, email FROM contact_messages'));
    for (const { id, email } of rows) {
      // The contract's `emailKey` as it was at this migration.
      const emailKey = email.trim().normalize('NFKC').toLowerCase();
      await runner.query('UPDATE contact_messages SET email_key = ? WHERE id = ?', [emailKey, id]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('contact_messages', keyIndex());
    await runner.dropColumn('contact_messages', 'email_key');
  }
}
