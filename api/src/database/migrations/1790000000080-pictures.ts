import type { MigrationInterface, QueryRunner } from 'typeorm';
import { asciiKey, defineTable, kinds, primary } from './schema-helpers';

/** The pictures of posts that staff upload. */
export class Pictures1790000000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      defineTable('pictures', {
        name: primary(asciiKey(40, runner)),
        content: kinds.json,
        saved_at: kinds.instant,
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('pictures');
  }
}
