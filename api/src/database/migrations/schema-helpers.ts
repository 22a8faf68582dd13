import {
  type QueryRunner,
  Table,
  type TableColumnOptions,
  type TableForeignKeyOptions,
  type TableIndexOptions,
} from 'typeorm';

type Column = Omit<TableColumnOptions, 'name'>;

/** The column types of migrations, frozen: released migrations stay, so a changed type gets a new name. */
export const kinds = {
  id: { type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
  givenId: { type: 'integer', isPrimary: true },
  integer: { type: 'integer' },
  bigInteger: { type: 'bigint' },
  flag: { type: 'boolean' },
  text: { type: 'text' },
  json: { type: 'json' },
  instant: { type: 'datetime', precision: 3 },
} as const satisfies Record<string, Column>;

export function varchar(length: number): Column {
  return { type: 'varchar', length: String(length) };
}

/** A column for text that is compared byte by byte. SQLite does so by default. */
export function key(length: number, runner: QueryRunner, charset = 'utf8mb4'): Column {
  return runner.dataSource.options.type === 'better-sqlite3'
    ? varchar(length)
    : { ...varchar(length), charset, collation: `${charset}_bin` };
}

/** A column for a key that is too long for an index at four bytes per character. */
export function asciiKey(length: number, runner: QueryRunner): Column {
  return key(length, runner, 'ascii');
}

export function primary(column: Column): Column {
  return { ...column, isPrimary: true };
}

export function optional(column: Column): Column {
  return { ...column, isNullable: true };
}

export function defineTable(
  name: string,
  columns: Record<string, Column>,
  indices: readonly TableIndexOptions[] = [],
  foreignKeys: readonly TableForeignKeyOptions[] = [],
): Table {
  return new Table({
    name,
    columns: Object.entries(columns).map(([columnName, column]) => ({ ...column, name: columnName })),
    indices: [...indices],
    foreignKeys: [...foreignKeys],
  });
}

export function unique(name: string, ...columnNames: string[]): TableIndexOptions {
  return { name, columnNames, isUnique: true };
}

export function index(name: string, ...columnNames: string[]): TableIndexOptions {
  return { name, columnNames };
}

export function references(
  name: string,
  columnName: string,
  referencedTableName: string,
  onDelete: 'CASCADE' | 'SET NULL',
): TableForeignKeyOptions {
  return {
    name,
    columnNames: [columnName],
    referencedTableName,
    referencedColumnNames: ['id'],
    onDelete,
    onUpdate: 'NO ACTION',
  };
}
