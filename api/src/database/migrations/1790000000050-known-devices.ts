import type { MigrationInterface, QueryRunner } from 'typeorm';
import { index, key, kinds, references, table, unique } from './schema-helpers';

const { id, integer, instant } = kinds;

/** Browsers in which customers have logged in. */
export class KnownDevices1790000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        'known_devices',
        {
          id,
          user_id: integer,
          token_hash: key(64, runner),
          created_at: instant,
          expires_at: instant,
        },
        [
          unique('uq_known_devices_token_user', 'token_hash', 'user_id'),
          index('ix_known_devices_user', 'user_id'),
          index('ix_known_devices_expires_at', 'expires_at'),
        ],
        [references('fk_known_devices_user', 'user_id', 'users', 'CASCADE')],
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('known_devices');
  }
}
