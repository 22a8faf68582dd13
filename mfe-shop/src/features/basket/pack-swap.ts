import { type BasketItem, type Book, type Pence, pence, sum, times } from '@isa/api-contract';
import { isPack } from '../../shared/volumes';

export interface PackSwap {
  readonly pack: Book;
  /** The books in the basket that the pack takes the place of. */
  readonly parts: readonly Book[];
  /** How many complete sets of them there are. */
  readonly count: number;
  readonly saved: Pence;
}

/** The pack that would save most if it took the place of books in the basket; nothing when none would. */
export function bestPackSwap(items: readonly BasketItem[], books: readonly Book[]): PackSwap | undefined {
  const quantities = new Map(items.map(({ productId, quantity }) => [productId, quantity]));
  const present = books.filter(({ id }) => quantities.has(id));
  const swaps = books.filter(isPack).flatMap((pack): PackSwap[] => {
    const parts = partsOf(pack, present);
    if (!parts) return [];
    const count = Math.min(...parts.map(({ id }) => quantities.get(id) ?? 0));
    const saved = sum(parts.map(({ price }) => price)) - pack.price;
    return saved > 0 ? [{ pack, parts, count, saved: times(pence(saved), count) }] : [];
  });
  return swaps.sort((a, b) => b.saved - a.saved)[0];
}

/** Books that together hold exactly a pack's volumes, the largest first. */
function partsOf(pack: Book, present: readonly Book[]): readonly Book[] | undefined {
  const missing = new Set(pack.volumes);
  const parts = [...present]
    .sort((a, b) => b.volumes.length - a.volumes.length)
    .filter((book) => {
      const fits = book.id !== pack.id && book.volumes.every((volume) => missing.has(volume));
      if (fits) for (const volume of book.volumes) missing.delete(volume);
      return fits;
    });
  return missing.size === 0 ? parts : undefined;
}
