import type { Book } from '@isa/api-contract';
import { useAddToBasket, useHost } from '@isa/contract';
import { Button, Icon, Tag, Text } from '@isa/ui';
import { rememberProducts } from './known-products';

interface AddToCartProps {
  readonly book: Pick<Book, 'id' | 'title' | 'price' | 'preOrder' | 'soldOut'>;
  readonly size?: 'small' | 'large';
  readonly wide?: boolean;
  readonly variant?: 'secondary' | undefined;
  /** The book's name for screen readers, where a page has several of these buttons. */
  readonly name?: string;
}

/** Adds one copy to the basket; a toast confirms it. A sold-out book has no button. */
export function AddToCart({ book, name, ...appearance }: AddToCartProps) {
  const addToBasket = useAddToBasket();

  function add() {
    rememberProducts([book]);
    addToBasket(book.id, book.title);
  }

  if (book.soldOut) return <Tag>Sold out</Tag>;
  const preOrder = appearance.size === 'large' ? 'Add to cart: pre-order' : 'Pre-order';
  const label = book.preOrder ? preOrder : 'Add to cart';
  return (
    <Button
      type="button"
      {...appearance}
      onClick={add}
      aria-label={name && `${label}: ${name}`}
      data-isa-scripts-only
    >
      <Icon name="basket" size="1.2em" />
      <span>{label}</span>
    </Button>
  );
}

export function CartWithoutScripts() {
  const { email } = useHost().site.contact;
  return (
    <noscript>
      <Text>
        Cart and payment need JavaScript: please switch it on for this site, or order by email to{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </Text>
    </noscript>
  );
}
