import { foldForSearch } from '@isa/api-contract';
import type { DataSource, EntitySchema } from 'typeorm';

/** How many rows are compared, the newest first. */
const COMPARED = 2_000;

interface SearchedRow {
  readonly id: number;
  readonly searchText: string | null;
}

/**
 * The rows that a search means in spite of typing errors, for a search that finds nothing else. A mistyped word keeps at
 * least one of its thirds, by which the database chooses the rows that are compared.
 * @returns their ids, the newest first.
 */
export async function findSimilar<Row extends SearchedRow>(
  db: DataSource,
  table: EntitySchema<Row>,
  search: string,
  limit: number,
): Promise<number[]> {
  const words = foldForSearch(search).split(' ').filter(Boolean).slice(0, 5);
  if (words.length === 0) return [];
  const query = db.getRepository(table).createQueryBuilder('row');
  query.select(['row.id', 'row.searchText']).orderBy('row.id', 'DESC').limit(COMPARED);
  words.forEach((word, at) => {
    const conditions = partsOf(word).map((part, index) => {
      query.setParameter(`part${at}x${index}`, `%${part.replace(/[!%_]/g, '!$&')}%`);
      return `row.searchText LIKE :part${at}x${index} ESCAPE '!'`;
    });
    query.andWhere(`(${conditions.join(' OR ')})`);
  });
  const rows = await query.getMany();
  return rows
    .filter(({ searchText }) => isSimilar(searchText ?? '', words))
    .slice(0, limit)
    .map(({ id }) => id);
}

/** The errors that are forgiven in a word of this length. */
const forgiven = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

function partsOf(word: string): readonly string[] {
  if (forgiven(word) === 0) return [word];
  const third = Math.floor(word.length / 3);
  return [word.slice(0, third), word.slice(third, 2 * third), word.slice(2 * third)];
}

function isSimilar(text: string, words: readonly string[]): boolean {
  const known = text.split(/\s+/);
  return words.every(
    (word) => text.includes(word) || known.some((other) => distance(word, other) <= forgiven(word)),
  );
}

/** The letters that are wrong, missing, too many or swapped with the next one (optimal string alignment). */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  let [before, row]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const isEqual = one[at - 1] === other[to - 1];
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      next[to] = Math.min(
        (row?.[to] ?? 0) + 1,
        (next[to - 1] ?? 0) + 1,
        (row?.[to - 1] ?? 0) + (isEqual ? 0 : 1),
        isSwapped ? (before?.[to - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return row?.[other.length] ?? Infinity;
}
