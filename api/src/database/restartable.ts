import type { QueryRunner, Table, TableColumn, TableIndex } from 'typeorm';

/**
 * Makes the runner's steps skip what is done, since a killed migration is repeated from its start. TypeORM's methods for
 * several columns or indices call the changed ones. A step beyond these, and each change of rows, must be repeatable itself.
 */
export function restartable(runner: QueryRunner): QueryRunner {
  const original = {
    createTable: runner.createTable.bind(runner),
    addColumn: runner.addColumn.bind(runner),
    createIndex: runner.createIndex.bind(runner),
    dropTable: runner.dropTable.bind(runner),
    dropColumn: runner.dropColumn.bind(runner),
    dropIndex: runner.dropIndex.bind(runner),
  };
  const hasIndex = async (table: Table | string, { name }: TableIndex) =>
    (await runner.getTable(nameOf(table)))?.indices.some((index) => index.name === name) ?? false;

  runner.createTable = (table, _, foreignKeys) => original.createTable(table, true, foreignKeys);
  runner.addColumn = async (table: Table | string, column: TableColumn) => {
    if (!(await runner.hasColumn(nameOf(table), column.name))) await original.addColumn(table, column);
  };
  runner.createIndex = async (table: Table | string, index: TableIndex) => {
    if (!(await hasIndex(table, index))) await original.createIndex(table, index);
  };
  runner.dropTable = (table, _, foreignKeys, indices) =>
    original.dropTable(table, true, foreignKeys, indices);
  runner.dropColumn = (table, column) => original.dropColumn(table, column, true);
  runner.dropIndex = (table, index) => original.dropIndex(table, index, true);
  return runner;
}

const nameOf = (table: Table | string) => (typeof table === 'string' ? table : table.name);
