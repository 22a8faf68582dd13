import type { Book } from '@isa/api-contract';
import { paths, useAddToBasket, useBasket } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Icon, TextLink } from '@isa/ui';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { rememberProducts } from '../../shared/known-products';

/** How long the button shows "Added to cart", in milliseconds; a toast shows it for longer. */
const CONFIRMATION = 2_500;

interface AddToCartProps {
  readonly book: Pick<Book, 'id' | 'title' | 'price' | 'preOrder'>;
  readonly size?: 'small' | 'large';
  readonly wide?: boolean;
  readonly variant?: 'secondary';
  /** For screen readers, where a page has several of these buttons. */
  readonly label?: string;
}

/** Adds one copy to the basket and confirms it on the button and in a toast. */
export function AddToCart({ book, label, ...appearance }: AddToCartProps) {
  const addToBasket = useAddToBasket();
  const [added, setAdded] = useState(0);

  useEffect(() => {
    if (added === 0) return;
    const timer = setTimeout(() => setAdded(0), CONFIRMATION);
    return () => clearTimeout(timer);
  }, [added]);

  function add() {
    rememberProducts([book]);
    addToBasket(book.id, book.title);
    setAdded((count) => count + 1);
  }

  return (
    <Button type="button" {...appearance} onClick={add} aria-label={label}>
      <Icon name={added > 0 ? 'check' : 'basket'} size="1.2em" />
      {added > 0
        ? 'Added to cart'
        : book.preOrder && appearance.size === 'large'
          ? 'Add to cart: pre-order'
          : 'Add to cart'}
    </Button>
  );
}

const Quantity = styled.p`
  min-height: 1.6em;
`;

export function InBasket({ bookId }: { readonly bookId: number }) {
  const quantity = useBasket(({ items }) => items.find((item) => item.productId === bookId)?.quantity ?? 0);
  return (
    <Quantity>
      {quantity > 0 && (
        <>
          {quantity} in your basket.{' '}
          <TextLink as={Link} to={paths.basket}>
            View basket
          </TextLink>
        </>
      )}
    </Quantity>
  );
}
