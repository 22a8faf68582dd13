import { paths, totalQuantity, useBasket, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Badge, Icon, VisuallyHidden } from '@isa/ui';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { iconControl } from './controls';

const Root = styled(Link)`
  ${iconControl}
`;

const Quantity = styled(Badge)`
  position: absolute;
  top: 1px;
  right: -1px;
`;

/** The basket icon with the total quantity. Screen readers announce changes. */
export function BasketLink() {
  const quantity = useBasket(({ items }) => totalQuantity(items));
  return (
    <>
      <Root to={paths.basket} aria-label={quantity > 0 ? `Cart, ${itemCount(quantity)}` : 'Cart, empty'}>
        <Icon name="basket" />
        {quantity > 0 && <Quantity aria-hidden="true">{quantity > 99 ? '99+' : quantity}</Quantity>}
      </Root>
      <Announcement />
    </>
  );
}

/** Announces changes by the visitor, and not the basket that is read from the cookie after hydration. */
function Announcement() {
  const { store } = useHost().basket;
  const [text, setText] = useState('');
  useEffect(
    () =>
      store.subscribe((current, previous) => {
        const quantity = totalQuantity(current.items);
        if (quantity === totalQuantity(previous.items) || !hasInteracted()) return;
        setText(quantity === 0 ? 'Your cart is empty.' : `${itemCount(quantity)} in your cart.`);
      }),
    [store],
  );
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}

function itemCount(quantity: number): string {
  return `${quantity} ${quantity === 1 ? 'item' : 'items'}`;
}

/** True after the first input on this page, and in browsers without the User Activation API. */
function hasInteracted(): boolean {
  return !('userActivation' in navigator) || navigator.userActivation.hasBeenActive;
}
