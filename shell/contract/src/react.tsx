import { PREMIUM_ID } from '@isa/api-contract';
import { createContext, type ReactNode, useCallback, useContext } from 'react';
import { useStore } from 'zustand/react';
import type { BasketState } from './basket';
import type { Host } from './host';
import { paths } from './paths';
import { useNavigate } from './router';
import type { SessionState } from './session';

const HostContext = createContext<Host | undefined>(undefined);

export function HostProvider({ host, children }: { readonly host: Host; readonly children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>;
}

/** The shell's promises, anywhere below the shell's root. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost() needs a <HostProvider> above it.');
  return host;
}

/** A part of the session. While hydrating it is that of an unknown visitor, as in the prerendered page. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useHost().session.store, select);
}

/** A part of the basket. While hydrating it is empty, as in the prerendered page. */
export function useBasket<T>(select: (state: BasketState) => T): T {
  return useStore(useHost().basket.store, select);
}

/**
 * Puts a product into the basket as specification §4 wants it: a book scrolls to the top and says so,
 * an online product leads to the basket.
 */
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
      window.scrollTo({ top: 0 });
      toasts.show(
        outcome === 'full'
          ? { tone: 'info', text: 'Your basket already holds 99 of these, which is the most per order.' }
          : {
              tone: 'success',
              text: `${title} is in your basket.`,
              action: { label: 'View basket', run: () => void navigate(paths.basket) },
            },
      );
    },
    [basket, toasts, navigate],
  );
}

/** Whether premium access waits in the basket. */
export function useHasPremiumInBasket(): boolean {
  return useBasket(({ items }) => items.some((item) => item.productId === PREMIUM_ID));
}
