import { type BasketItem, type Book, pence, sum, times } from '@isa/api-contract';
import { isPack } from '../../shared/volumes';

/** The pack that saves most by replacing books in the basket; `undefined` if none saves anything. */
export function bestPackSwap(items: readonly BasketItem[], books: readonly Book[]) {
  const quantities = new Map(items.map(({ productId, quantity }) => [productId, quantity]));
  const present = books.filter(({ id }) => quantities.has(id));
  const swaps = books.filter(isPack).flatMap((pack) => {
    const replaced = booksWithVolumesOf(pack, present);
    if (!replaced) return [];
    // The number of complete sets.
    const count = Math.min(...replaced.map(({ id }) => quantities.get(id) ?? 0));
    const saved = sum(replaced.map(({ price }) => price)) - pack.price;
    return saved > 0 ? [{ pack, replaced, count, saved: times(pence(saved), count) }] : [];
  });
  return swaps.sort((a, b) => b.saved - a.saved)[0];
}

/** Books that together contain exactly a pack's volumes, the largest first. */
function booksWithVolumesOf(pack: Book, present: readonly Book[]): readonly Book[] | undefined {
  const missing = new Set(pack.volumes);
  const replaced = [...present]
    .sort((a, b) => b.volumes.length - a.volumes.length)
    .filter((book) => {
      const fits = book.id !== pack.id && book.volumes.every((volume) => missing.has(volume));
      if (fits) for (const volume of book.volumes) missing.delete(volume);
      return fits;
    });
  return missing.size === 0 ? replaced : undefined;
}
