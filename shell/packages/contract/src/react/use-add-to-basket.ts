import { PREMIUM_ID } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useCallback } from 'react';
import { useNavigate } from '../router';
import { useBasket, useHost } from './host-context';

/** Adds a product (specification §4): a book scrolls to the top and shows a toast, an online product opens the basket. */
export function useAddToBasket(): (productId: number, title: string, quantity?: number) => void {
  const { basket, toasts } = useHost();
  const navigate = useNavigate();
  return useCallback(
    (productId, title, quantity = 1) => {
      const outcome = basket.add(productId, quantity);
      if (outcome === 'premium-added' || outcome === 'premium-present') {
        void navigate(paths.basket);
        return;
      }
      if (outcome === 'not-kept') return;
      window.scrollTo({ top: 0 });
      toasts.show(
        outcome === 'full'
          ? { tone: 'info', text: 'Your cart already has 99 of these, which is the most you can order.' }
          : {
              tone: 'success',
              text: `${title} is in your cart.`,
              picture: `/art/book-${productId}.svg`,
              action: { label: 'View cart', run: () => void navigate(paths.basket) },
            },
      );
    },
    [basket, toasts, navigate],
  );
}

export function useHasPremiumInBasket(): boolean {
  return useBasket(({ items }) => items.some(({ productId }) => productId === PREMIUM_ID));
}
