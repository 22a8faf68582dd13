import {
  type QueryRunner,
  Table,
  TableColumn,
  type TableColumnOptions,
  type TableForeignKeyOptions,
  type TableIndexOptions,
} from 'typeorm';

type Index = Pick<TableIndexOptions, 'name' | 'isUnique'>;
type Reference = Omit<TableForeignKeyOptions, 'columnNames'>;

interface Column extends Omit<TableColumnOptions, 'name'> {
  readonly index?: Index;
  readonly reference?: Reference;
}

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

/** A column for long text that is compared byte by byte, as `key`. */
export function binaryText(runner: QueryRunner): Column {
  return runner.dataSource.options.type === 'better-sqlite3'
    ? kinds.text
    : { ...kinds.text, charset: 'utf8mb4', collation: 'utf8mb4_bin' };
}

export function primary(column: Column): Column {
  return { ...column, isPrimary: true };
}

export function optional(column: Column): Column {
  return { ...column, isNullable: true };
}

/** A column that is added to a table that exists. */
export function columnOf(
  name: string,
  { index: _index, reference: _reference, ...options }: Column,
): TableColumn {
  return new TableColumn({ ...options, name });
}

/** @param indices those of several columns. */
export function defineTable(
  name: string,
  columns: Record<string, Column>,
  indices: readonly TableIndexOptions[] = [],
): Table {
  const entries = Object.entries(columns).map(([column, { index, reference, ...options }]) => ({
    column: { ...options, name: column },
    indices: index ? [{ ...index, columnNames: [column] }] : [],
    foreignKeys: reference ? [{ ...reference, columnNames: [column] }] : [],
  }));
  return new Table({
    name,
    columns: entries.map(({ column }) => column),
    indices: [...entries.flatMap((entry) => entry.indices), ...indices],
    foreignKeys: entries.flatMap((entry) => entry.foreignKeys),
  });
}

export function unique(name: string, column: Column): Column {
  return { ...column, index: { name, isUnique: true } };
}

export function indexed(name: string, column: Column): Column {
  return { ...column, index: { name } };
}

/** A column for the id of a row of another table. */
export function references(
  name: string,
  referencedTableName: string,
  onDelete: 'CASCADE' | 'SET NULL',
): Column {
  const reference = { name, referencedTableName, referencedColumnNames: ['id'], onDelete };
  return { ...kinds.integer, reference: { ...reference, onUpdate: 'NO ACTION' } };
}
