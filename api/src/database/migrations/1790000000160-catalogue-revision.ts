import type { MigrationInterface, QueryRunner } from 'typeorm';
import { kinds, table } from './schema-helpers';

const { givenId, integer } = kinds;

/** The revision of the seeded catalogue, in one row. */
export class CatalogueRevision1790000000160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(table('catalogue_revisions', { id: givenId, revision: integer }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('catalogue_revisions');
  }
}
