import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { kinds, optional } from './schema-helpers';

/** Customers see when each of their sessions was last used. */
export class SessionLastUse1790000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('sessions', new TableColumn({ name: 'last_used_at', ...optional(kinds.instant) }));
  }

  async down(runner: QueryRunner): Promise<void> {
    // On SQLite `dropColumn` copies the table and drops the old one, with whatever refers to it.
    await runner.query('ALTER TABLE sessions DROP COLUMN last_used_at');
  }
}
