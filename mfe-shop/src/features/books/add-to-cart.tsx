import type { Book } from '@isa/api-contract';
import { useAddToBasket } from '@isa/contract';
import { Button, Icon } from '@isa/ui';
import { rememberProducts } from '../../shared/known-products';

interface AddToCartProps {
  readonly book: Pick<Book, 'id' | 'title' | 'price' | 'preOrder'>;
  readonly size?: 'small' | 'large';
  readonly wide?: boolean;
  readonly variant?: 'secondary';
  /** For screen readers, where a page has several of these buttons. */
  readonly label?: string;
}

/** Adds one copy to the basket; a toast confirms it. */
export function AddToCart({ book, label, ...appearance }: AddToCartProps) {
  const addToBasket = useAddToBasket();

  function add() {
    rememberProducts([book]);
    addToBasket(book.id, book.title);
  }

  return (
    <Button type="button" {...appearance} onClick={add} aria-label={label}>
      <Icon name="basket" size="1.2em" />
      {book.preOrder && appearance.size === 'large' ? 'Add to cart: pre-order' : 'Add to cart'}
    </Button>
  );
}
