import type { Receipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost } from '@isa/contract';
import { useNavigate } from '@isa/contract/router';
import { Button } from '@isa/ui';

/** Puts the products of an order that was not paid back in the cart, where they can be bought again. */
export function OrderAgain({ order: { lines, status } }: { readonly order: Receipt }) {
  const { basket } = useHost();
  const navigate = useNavigate();
  if (status !== 'refused' && status !== 'cancelled') return null;

  function orderAgain() {
    const { items } = basket.store.getState();
    for (const { productId, quantity } of lines) {
      const present = items.find((item) => item.productId === productId)?.quantity ?? 0;
      if (present < quantity) basket.add(productId, quantity - present);
    }
    void navigate(paths.basket);
  }

  return (
    <Button type="button" onClick={orderAgain}>
      Order again
    </Button>
  );
}
