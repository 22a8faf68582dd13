import type { MigrationInterface, QueryRunner } from 'typeorm';
import { key, kinds, table } from './schema-helpers';

const { givenId, integer } = kinds;

/** Counters of what pages report about releases, by minute. */
export class Telemetry1790000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const name = (length: number) => ({ ...key(length, runner), isPrimary: true });
    await runner.createTable(
      table('release_minutes', {
        minute: givenId,
        remote: name(40),
        version: name(64),
        slot: name(16),
        metric: name(24),
        amount: integer,
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('release_minutes');
  }
}
