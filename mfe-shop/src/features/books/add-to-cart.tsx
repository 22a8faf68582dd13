import type { Book } from '@isa/api-contract';
import { paths, useAddToBasket, useBasket } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Icon, TextLink } from '@isa/ui';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { rememberProducts } from '../../shared/known-products';

/** How long the button says what it did, in milliseconds; the toast says it as well and stays longer. */
const SAID = 2_500;

interface AddToCartProps {
  readonly book: Pick<Book, 'id' | 'title' | 'price' | 'preOrder'>;
  readonly size?: 'small' | 'medium' | 'large';
  readonly wide?: boolean;
  readonly variant?: 'primary' | 'secondary';
  /** What screen readers hear where several of these stand on one page. */
  readonly label?: string;
}

/** Puts one copy into the basket and answers at once: on the button, in the basket's badge and aloud. */
export function AddToCart({
  book,
  size = 'medium',
  wide = false,
  variant = 'primary',
  label,
}: AddToCartProps) {
  const addToBasket = useAddToBasket();
  const [added, setAdded] = useState(0);

  useEffect(() => {
    if (added === 0) return;
    const timer = setTimeout(() => setAdded(0), SAID);
    return () => clearTimeout(timer);
  }, [added]);

  function add() {
    rememberProducts([book]);
    addToBasket(book.id, book.title);
    setAdded((count) => count + 1);
  }

  return (
    <Button type="button" size={size} wide={wide} variant={variant} onClick={add} aria-label={label}>
      <Icon name={added > 0 ? 'check' : 'basket'} size="1.2em" />
      {added > 0
        ? 'Added to cart'
        : book.preOrder && size === 'large'
          ? 'Add to cart: pre-order'
          : 'Add to cart'}
    </Button>
  );
}

const Line = styled.p`
  min-height: 1.6em;
`;

/** How many copies wait in the basket already. */
export function InBasket({ bookId }: { readonly bookId: number }) {
  const quantity = useBasket(({ items }) => items.find((item) => item.productId === bookId)?.quantity ?? 0);
  return (
    <Line>
      {quantity > 0 && (
        <>
          {quantity} in your basket.{' '}
          <TextLink as={Link} to={paths.basket}>
            View basket
          </TextLink>
        </>
      )}
    </Line>
  );
}
