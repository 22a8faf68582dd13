import { paths, totalQuantity, useBasket, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Badge, Icon, VisuallyHidden } from '@isa/ui';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { iconControl } from './bar';

const Root = styled(Link)`
  ${iconControl}
`;

const Quantity = styled(Badge)`
  position: absolute;
  top: 1px;
  right: -1px;
`;

function inWords(quantity: number): string {
  return `${quantity} ${quantity === 1 ? 'item' : 'items'}`;
}

/** The cart with the total quantity. A change is announced when there is a pause. */
export function BasketLink() {
  const quantity = useBasket(({ items }) => totalQuantity(items));
  return (
    <>
      <Root to={paths.basket} aria-label={quantity > 0 ? `Basket, ${inWords(quantity)}` : 'Basket, empty'}>
        <Icon name="basket" />
        {quantity > 0 && <Quantity aria-hidden="true">{quantity > 99 ? '99+' : quantity}</Quantity>}
      </Root>
      <Announcement />
    </>
  );
}

/** Silent about what was in the basket before: the cookie's content arrives after the page. */
function Announcement() {
  const { store } = useHost().basket;
  const [text, setText] = useState('');
  useEffect(
    () =>
      store.subscribe((now, before) => {
        const quantity = totalQuantity(now.items);
        if (quantity === totalQuantity(before.items) || !hasActed()) return;
        setText(quantity === 0 ? 'Your basket is empty.' : `${inWords(quantity)} in your basket.`);
      }),
    [store],
  );
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}

/** Whether the visitor has done anything on this page yet; yes where a browser cannot tell. */
function hasActed(): boolean {
  return !('userActivation' in navigator) || navigator.userActivation.hasBeenActive;
}
