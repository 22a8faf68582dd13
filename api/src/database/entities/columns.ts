import type { Pence } from '@isa/api-contract';
import { EntitySchema, type EntitySchemaColumnOptions, type EntitySchemaIndexOptions } from 'typeorm';

export interface Column<Value> extends EntitySchemaColumnOptions {
  readonly 'isa:value'?: Value;
  readonly 'isa:index'?: Pick<EntitySchemaIndexOptions, 'name' | 'unique'>;
}

type Row<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};
export type RowOf<Table> = Table extends EntitySchema<infer Columns> ? Columns : never;

/** Describes a table, as a new database gets it. @param indices those of several columns */
export function table<Columns extends Readonly<Record<string, Column<unknown>>>>(
  name: string,
  columns: Columns,
  indices: readonly EntitySchemaIndexOptions[] = [],
): EntitySchema<Row<Columns>> {
  const single = Object.entries(columns).flatMap(([column, { 'isa:index': index }]) =>
    index ? [{ ...index, columns: [column] }] : [],
  );
  return new EntitySchema<Row<Columns>>({
    name,
    tableName: name,
    columns,
    indices: [...single, ...indices],
  });
}

export function unique<Value>(name: string, column: Column<Value>): Column<Value> {
  return { ...column, 'isa:index': { name, unique: true } };
}

export function indexed<Value>(name: string, column: Column<Value>): Column<Value> {
  return { ...column, 'isa:index': { name } };
}

/** The column types, the same on SQLite, MariaDB and MySQL. */
export const id: Column<number> = { type: 'integer', primary: true, generated: true };
export const integer: Column<number> = { type: 'integer' };
/** An integer up to 2^53, for numbers that exceed MySQL's `integer`. Its driver returns them as texts. */
export const bigInteger: Column<number> = {
  type: 'bigint',
  transformer: { to: (value: unknown) => value, from: Number },
};
export const money: Column<Pence> = { type: 'integer' };
export const flag: Column<boolean> = { type: 'boolean' };
export const text: Column<string> = { type: 'text' };
/** What a search looks through, folded; null where personal data was removed, until `fillSearchTexts` has run. */
export const searchText: Column<string | null> = {
  ...comparedByteByByte('utf8mb4'),
  type: 'text',
  nullable: true,
};
/** A time in UTC with milliseconds, which the application always sets. */
export const instant: Column<Date> = { type: 'datetime', precision: 3 };

export function varchar<Value extends string = string>(length: number): Column<Value> {
  return { type: 'varchar', length };
}

/** A text that is compared byte by byte, as SQLite does with each. */
export function key<Value extends string = string>(length: number): Column<Value> {
  return { ...varchar<Value>(length), ...comparedByteByByte('utf8mb4') };
}

/** A key that is too long for an index at four bytes per character. */
export function asciiKey(length: number): Column<string> {
  return { ...varchar(length), ...comparedByteByByte('ascii') };
}

function comparedByteByByte(charset: string) {
  return { charset, collation: `${charset}_bin` };
}

export function json<Value>(): Column<Value> {
  return { type: 'json' };
}

export function optional<Value>(column: Column<Value>): Column<Value | null> {
  return { ...column, nullable: true };
}

export function primary<Value>(column: Column<Value>): Column<Value> {
  return { ...column, primary: true };
}

/** The id of a row of another table. Its rules are explicit, since the databases' defaults differ. */
export function references(name: string, target: string, onDelete: 'CASCADE' | 'SET NULL'): Column<number> {
  return { ...integer, foreignKey: { name, target, onDelete, onUpdate: 'NO ACTION' } };
}
