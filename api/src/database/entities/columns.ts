import type { Pence } from '@isa/api-contract';
import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';

type ForeignKeyOptions = NonNullable<EntitySchema['options']['foreignKeys']>[number];

export interface Column<Value> extends EntitySchemaColumnOptions {
  readonly 'isa:value'?: Value;
}

export type Row<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

/** The column types, the same on SQLite, MariaDB and MySQL. Collations are set by the migrations alone. */
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
/** A time in UTC with milliseconds, which the application always sets. */
export const instant: Column<Date> = { type: 'datetime', precision: 3 };

export function varchar<Value extends string = string>(length: number): Column<Value> {
  return { type: 'varchar', length };
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

/** A foreign key with explicit name and rules, since the databases' defaults differ. */
export function foreignKey(
  name: string,
  target: string,
  property: string,
  onDelete: 'CASCADE' | 'SET NULL',
): ForeignKeyOptions {
  return {
    target,
    name,
    columnNames: [property],
    referencedColumnNames: ['id'],
    onDelete,
    onUpdate: 'NO ACTION',
  };
}
