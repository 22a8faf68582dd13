import { type Book, formatPounds } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { Alert, Button } from '@isa/ui';
import type { PricedBasket } from '../../shared/use-priced-basket';
import { volumeLabel } from '../../shared/volumes';
import { bestPackSwap, type PackSwap } from './pack-swap';

interface PackSuggestionProps {
  readonly items: PricedBasket['items'];
  readonly books: readonly Book[];
}

/** The honest hint: what is in the basket costs less as a pack. One click swaps, and one undoes. */
export function PackSuggestion({ items, books }: PackSuggestionProps) {
  const { basket, toasts } = useHost();
  const swap = bestPackSwap(items, books);
  if (!swap) return null;

  const quantityOf = (id: number) =>
    basket.store.getState().items.find(({ productId }) => productId === id)?.quantity ?? 0;

  function exchange({ pack, parts, count, saved }: PackSwap) {
    for (const { id } of parts) basket.setQuantity(id, quantityOf(id) - count);
    basket.add(pack.id, count);
    toasts.show({
      tone: 'success',
      text: `Swapped for the pack: you save ${formatPounds(saved)}.`,
      action: {
        label: 'Undo',
        run() {
          basket.setQuantity(pack.id, quantityOf(pack.id) - count);
          for (const { id } of parts) basket.add(id, count);
        },
      },
    });
  }

  return (
    <Alert
      title={`${formatPounds(swap.saved)} less as a pack`}
      action={
        <Button type="button" variant="secondary" size="small" onClick={() => exchange(swap)}>
          Swap for the pack
        </Button>
      }
    >
      {volumeLabel(swap.pack)} cost {formatPounds(swap.pack.price)} together. They are the same books.
    </Alert>
  );
}
