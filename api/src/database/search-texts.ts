import { domainToUnicode } from 'node:url';
import { foldForSearch } from '@isa/api-contract';
import {
  type EntityManager,
  type EntitySchema,
  IsNull,
  type ObjectLiteral,
  type SelectQueryBuilder,
} from 'typeorm';
import type { KeyedRow } from './change-row';
import { ContactMessages, NewsletterSignups, Orders, Users } from './entities';

interface SearchedRow extends KeyedRow {
  readonly searchText: string | null;
}

/** What a search of each table looks through. Code that writes one of the columns writes `searchText` with it. */
export const searchTexts = {
  users: textFrom(Users, 'name', 'username', 'email'),
  orders: textFrom(
    Orders,
    ...(['number', 'buyerName', 'buyerEmail', 'shippingName', 'company', 'purchaseOrderNumber'] as const),
  ),
  contactMessages: textFrom(ContactMessages, 'name', 'surname', 'email', 'department', 'message', 'quote'),
  newsletterSignups: textFrom(NewsletterSignups, 'email'),
};

function textFrom<Row extends SearchedRow, Name extends keyof Row & string>(
  table: EntitySchema<Row>,
  ...columns: readonly Name[]
) {
  return {
    /** The folded text of a row. */
    of: (row: Readonly<Record<Name, string | object | null>>) => fold(columns.map((column) => row[column])),
    fill: (manager: EntityManager) => fill(manager, table, columns),
  };
}

/** A line for each value, so that no word reaches from one into the next. */
function fold(values: readonly unknown[]): string {
  const parts = values.flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value) : value,
  );
  const texts = parts.filter((value) => typeof value === 'string').flatMap(readings);
  return texts.map(foldForSearch).join('\n');
}

/** An address is also found by its domain as people write it. */
function readings(text: string): readonly string[] {
  const at = text.includes('@xn--') || /@.*\.xn--/.test(text) ? text.lastIndexOf('@') + 1 : 0;
  return at === 0 ? [text] : [text, text.slice(0, at) + domainToUnicode(text.slice(at))];
}

const BATCH = 500;

async function fill<Row extends SearchedRow>(
  manager: EntityManager,
  table: EntitySchema<Row>,
  columns: readonly (keyof Row & string)[],
): Promise<void> {
  for (;;) {
    const found = await manager
      .createQueryBuilder(table, 'row')
      .select(['row.id', ...columns.map((column) => `row.${column}`)])
      .where({ searchText: IsNull() })
      .limit(BATCH)
      .getMany();
    for (const row of found) {
      const text = fold(columns.map((column) => row[column]));
      const sql = `UPDATE ${table.options.tableName} SET search_text = ? WHERE id = ? AND search_text IS NULL`;
      await manager.query(sql, [text, row.id]);
    }
    if (found.length < BATCH) return;
  }
}

/** Writes the text of rows that an earlier release has written, or whose personal data was removed. */
export async function fillSearchTexts(manager: EntityManager): Promise<void> {
  for (const { fill: fillTable } of Object.values(searchTexts)) await fillTable(manager);
}

/** How many words of a search count. */
const MAX_WORDS = 10;

/**
 * The condition that a row contains every word of a search, in any case and order, with or without accents. A search
 * without words finds nothing. @param alias of the table in the query
 */
export function containsWords<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  search: string,
  alias = query.alias,
): string {
  const words = foldForSearch(search).split(' ').filter(Boolean).slice(0, MAX_WORDS);
  words.forEach((word, at) => {
    // The escape character is not a backslash, which MySQL and SQLite read differently in texts.
    query.setParameter(`word${at}`, `%${word.replace(/[!%_]/g, '!$&')}%`);
  });
  const conditions = words.map((_, at) => `${alias}.searchText LIKE :word${at} ESCAPE '!'`);
  return conditions.length === 0 ? '1 = 0' : conditions.join(' AND ');
}
