import { formatPounds, type Pence } from '@isa/api-contract';
import { Alert } from '@isa/ui';
import type { PricedBasket } from './use-priced-basket';

/** Since when a price differs, such as "The price has gone up from £34.74 to £36.00". */
export function priceChange(before: Pence, now: Pence): string {
  return `The price has ${now > before ? 'gone up' : 'come down'} from ${formatPounds(before)} to ${formatPounds(now)}`;
}

/** What differs from the basket that the buyer has seen: products that are not part of the order, and other prices. */
export function BasketNotes({ basket }: { readonly basket: PricedBasket }) {
  const { totals, unavailable, previousPrice } = basket;
  const changed = totals.lines.flatMap(({ productId, title, unitPrice }) => {
    const before = previousPrice(productId);
    return before === undefined ? [] : [{ productId, text: `${title}: ${priceChange(before, unitPrice)}.` }];
  });
  return (
    <>
      {unavailable.map(({ productId, title, reason }) => (
        <Alert
          key={productId}
          title={`${title} is ${reason === 'sold-out' ? 'sold out' : 'no longer for sale'}`}
        >
          It is not part of this order, and you won’t be charged for it. It stays in your cart.
        </Alert>
      ))}
      {changed.length > 0 && (
        <Alert title="Since you last saw it">
          {changed.map(({ productId, text }) => (
            <p key={productId}>{text}</p>
          ))}
        </Alert>
      )}
    </>
  );
}
