import { type Book, formatPounds } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { Alert, Button } from '@isa/ui';
import type { PricedBasket } from '../../shared/use-priced-basket';
import { volumeLabel } from '../../shared/volumes';
import { bestPackSwap } from './pack-swap';

interface PackSuggestionProps {
  readonly items: PricedBasket['items'];
  readonly books: readonly Book[];
}

/** Offers a pack that costs less than the same books in the basket. One click swaps them, one click undoes it. */
export function PackSuggestion({ items, books }: PackSuggestionProps) {
  const { basket, toasts } = useHost();
  const swap = bestPackSwap(items, books);
  if (!swap) return null;

  const { pack, replaced, count, saved } = swap;
  const quantityOf = (id: number) =>
    basket.store.getState().items.find(({ productId }) => productId === id)?.quantity ?? 0;

  function exchange() {
    for (const { id } of replaced) basket.setQuantity(id, quantityOf(id) - count);
    basket.add(pack.id, count);
    toasts.show({
      tone: 'success',
      text: `Swapped for the pack: you save ${formatPounds(saved)}.`,
      action: {
        label: 'Undo',
        run() {
          basket.setQuantity(pack.id, quantityOf(pack.id) - count);
          for (const { id } of replaced) basket.add(id, count);
        },
      },
    });
  }

  return (
    <Alert
      title={`${formatPounds(saved)} less as a pack`}
      action={
        <Button type="button" variant="secondary" size="small" onClick={exchange}>
          Swap for the pack
        </Button>
      }
    >
      {volumeLabel(pack)} cost {formatPounds(pack.price)} together. They are the same books.
    </Alert>
  );
}
