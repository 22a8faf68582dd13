import type { MigrationInterface, QueryRunner } from 'typeorm';
import { kinds, references, table, varchar } from './schema-helpers';

/** One row per customer, written by each transaction that starts a capture for premium access. */
export class PremiumHolds1790000000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        'premium_holds',
        { user_id: kinds.givenId, hold_id: varchar(36) },
        [],
        [references('fk_premium_holds_user', 'user_id', 'users', 'CASCADE')],
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('premium_holds');
  }
}
