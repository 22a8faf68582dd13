import { type Book, type Pence, pence, sum } from '@isa/api-contract';

/** What has to be known of a book to place it among the others. */
export type BookOnShelf = Pick<Book, 'id' | 'title' | 'price' | 'volumes'>;

export function isPack({ volumes }: Pick<Book, 'volumes'>): boolean {
  return volumes.length > 1;
}

/** The single book of a volume. */
function volumeOf<T extends BookOnShelf>(books: readonly T[], volume: number): T | undefined {
  return books.find((book) => !isPack(book) && book.volumes[0] === volume);
}

/** The books that a pack is made of, in its order; empty when one of them is not sold singly. */
export function insideOf<T extends BookOnShelf>(pack: BookOnShelf, books: readonly T[]): readonly T[] {
  if (!isPack(pack)) return [];
  const inside = pack.volumes.flatMap((volume) => volumeOf(books, volume) ?? []);
  return inside.length === pack.volumes.length ? inside : [];
}

interface Saving {
  /** What the volumes cost one by one. */
  readonly separately: Pence;
  readonly saved: Pence;
}

/** What a pack saves over its volumes bought one by one; nothing when it saves nothing. */
export function savingOf(pack: BookOnShelf, books: readonly BookOnShelf[]): Saving | undefined {
  const inside = insideOf(pack, books);
  if (inside.length === 0) return undefined;
  const separately = sum(inside.map((book) => book.price));
  return separately > pack.price ? { separately, saved: pence(separately - pack.price) } : undefined;
}

/** Packs that hold all of a book's volumes and more, the smallest first. */
export function packsWith<T extends BookOnShelf>(book: BookOnShelf, books: readonly T[]): readonly T[] {
  return books
    .filter(
      (other) =>
        other.volumes.length > book.volumes.length &&
        book.volumes.every((volume) => other.volumes.includes(volume)),
    )
    .sort((a, b) => a.volumes.length - b.volumes.length);
}

/**
 * What to look at next: packs with this book first, then what is inside a pack, then the volumes that
 * follow and those before.
 */
export function relatedTo<T extends BookOnShelf>(
  book: BookOnShelf,
  books: readonly T[],
  most: number,
): readonly T[] {
  const last = Math.max(...book.volumes);
  const singles = books.filter((other) => other.id !== book.id && !isPack(other));
  const volume = (other: BookOnShelf) => other.volumes[0] ?? 0;
  const following = singles.filter((other) => volume(other) > last);
  const before = singles.filter((other) => volume(other) <= last);
  const candidates = [...packsWith(book, books), ...insideOf(book, books), ...following, ...before];
  return [...new Set(candidates)].slice(0, most);
}

/** `Volume 3` or `Volumes 1–4`: how a shelf would say it. */
export function volumeLabel({ volumes }: Pick<Book, 'volumes'>): string {
  const [first = 0] = volumes;
  const last = volumes.at(-1) ?? first;
  if (first === last) return `Volume ${first}`;
  return volumes.length === 2 ? `Volumes ${first} + ${last}` : `Volumes ${first}–${last}`;
}
