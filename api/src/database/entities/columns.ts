import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';

type ForeignKeyOptions = NonNullable<EntitySchema['options']['foreignKeys']>[number];

/**
 * The few kinds of column that the schema is made of, so that entities and migrations mean the same on
 * SQLite, MariaDB and MySQL. Collations are no part of them: the migration alone sets them.
 */
export const id = { type: 'integer', primary: true, generated: true } as const;
export const integer = { type: 'integer' } as const;
export const flag = { type: 'boolean' } as const;
export const text = { type: 'text' } as const;
export const json = { type: 'json' } as const;
/** A moment in UTC with milliseconds, always written by the application. */
export const instant = { type: 'datetime', precision: 3 } as const;

export function words(length: number) {
  return { type: 'varchar', length } as const satisfies EntitySchemaColumnOptions;
}

/** A column of that name and kind that may be empty. */
export function optional<Column extends EntitySchemaColumnOptions>(column: Column) {
  return { ...column, nullable: true } as const;
}

/** A foreign key whose name and rules are spelled out, since the databases' own defaults differ. */
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
