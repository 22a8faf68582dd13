import { type Book, pence, sum } from '@isa/api-contract';

export type BookSummary = Pick<Book, 'id' | 'title' | 'price' | 'volumes'>;

export function isPack({ volumes }: Pick<Book, 'volumes'>): boolean {
  return volumes.length > 1;
}

/** The single volumes of a pack, in its order; empty unless every one is sold singly. */
export function volumesOfPack(pack: BookSummary, books: readonly BookSummary[]): readonly BookSummary[] {
  if (!isPack(pack)) return [];
  const singles = books.filter((book) => !isPack(book));
  const inside = pack.volumes.flatMap((volume) => singles.find((book) => book.volumes[0] === volume) ?? []);
  return inside.length === pack.volumes.length ? inside : [];
}

/** What a pack saves over buying its volumes `separately`; `undefined` if it saves nothing. */
export function packSaving(pack: BookSummary, books: readonly BookSummary[]) {
  const inside = volumesOfPack(pack, books);
  if (inside.length === 0) return undefined;
  const separately = sum(inside.map((book) => book.price));
  return separately > pack.price ? { separately, saved: pence(separately - pack.price) } : undefined;
}

export function packsContaining(book: BookSummary, books: readonly BookSummary[]): readonly BookSummary[] {
  return books
    .filter(
      (other) =>
        other.volumes.length > book.volumes.length &&
        book.volumes.every((volume) => other.volumes.includes(volume)),
    )
    .sort((a, b) => a.volumes.length - b.volumes.length);
}

/** Later volumes first, then earlier ones; packs are offered on their own. */
export function relatedBooks(
  book: BookSummary,
  books: readonly BookSummary[],
  limit: number,
): readonly BookSummary[] {
  const last = Math.max(...book.volumes);
  const singles = books.filter((other) => other.id !== book.id && !isPack(other));
  const volume = (other: BookSummary) => other.volumes[0] ?? 0;
  const later = singles.filter((other) => volume(other) > last);
  const earlier = singles.filter((other) => volume(other) <= last);
  return [...later, ...earlier].slice(0, limit);
}

/** @returns a label such as `Volume 3`, `Volumes 1 + 2` or `Volumes 1–4`. */
export function volumeLabel({ volumes }: Pick<Book, 'volumes'>): string {
  const [first = 0] = volumes;
  const last = volumes.at(-1) ?? first;
  if (first === last) return `Volume ${first}`;
  return volumes.length === 2 ? `Volumes ${first} + ${last}` : `Volumes ${first}–${last}`;
}
