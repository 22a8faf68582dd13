import type { MigrationInterface, QueryRunner } from 'typeorm';
import { defineTable, kinds, primary, references, varchar } from './schema-helpers';

/** Staff log in with a code besides the password. Sessions that began with the password alone end. */
export class OfficeSecondFactor1790000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      defineTable('authenticator_apps', {
        user_id: primary(references('fk_authenticator_apps_user', 'users', 'CASCADE')),
        secret: varchar(160),
        created_at: kinds.instant,
        last_step: kinds.integer,
        tries: kinds.integer,
        tries_since: kinds.instant,
      }),
    );
    await runner.query("DELETE FROM sessions WHERE audience = 'office'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('authenticator_apps');
  }
}
