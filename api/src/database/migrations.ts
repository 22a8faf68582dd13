import {
  type EntityMetadata,
  type MigrationInterface,
  type QueryRunner,
  Table,
  TableForeignKey,
} from 'typeorm';

/**
 * Creates the tables as the entities declare them now. In a new database the later migrations therefore find each of
 * their steps done, as after an interruption (decision 0430).
 */
class Initial1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const created of tablesOf(runner)) await runner.createTable(created);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const dropped of tablesOf(runner).reverse()) await runner.dropTable(dropped);
  }
}

/** Adds the columns by which requests are recognised that are sent again because their answer was lost. */
class RequestIds1790000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tablesOf(runner).filter(({ name }) => ['users', 'contact_messages'].includes(name))) {
      const existing = await runner.getTable(table.name);
      const column = table.findColumnByName('request_id');
      if (!column || !existing) continue;
      // Otherwise a server adds an index of its own as well.
      column.isUnique = false;
      if (!existing.findColumnByName(column.name)) await runner.addColumn(table.name, column);
      for (const index of table.findColumnIndices(column))
        if (!existing.indices.some(({ name }) => name === index.name))
          await runner.createIndex(table.name, index);
    }
  }

  /** The version before runs on the newer tables as well. */
  async down(): Promise<void> {}
}

class CreditNotes1790000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const created of tablesOf(runner).filter(({ name }) => name === 'credit_notes'))
      await runner.createTable(created, true);
  }

  /** The version before runs on the newer tables as well. */
  async down(): Promise<void> {}
}

function tablesOf({ dataSource: { driver, entityMetadatas, options } }: QueryRunner): Table[] {
  return parentsFirst(entityMetadatas).map((metadata) => {
    const table = Table.create(metadata, driver);
    table.foreignKeys = metadata.foreignKeys.map((key) => TableForeignKey.create(key, driver));
    if (options.type === 'better-sqlite3') {
      // SQLite does not know the collations, and compares byte by byte without them.
      for (const column of table.columns) delete column.collation;
    }
    return table;
  });
}

/** Foreign keys demand that parents are created before their children. */
function parentsFirst(tables: readonly EntityMetadata[]): EntityMetadata[] {
  const sorted = new Set<EntityMetadata>();
  const add = (table: EntityMetadata) => {
    for (const { referencedEntityMetadata } of table.foreignKeys) add(referencedEntityMetadata);
    sorted.add(table);
  };
  tables.forEach(add);
  return [...sorted];
}

/** The migrations by time stamp. A released one is never edited; a change gets a new one. */
export const migrations = [Initial1790000000001, RequestIds1790000000002, CreditNotes1790000000003];
