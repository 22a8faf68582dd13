import { paths, useHost } from '@isa/contract';
import { useNavigate } from '@isa/contract/router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PricedBasket } from '../basket/use-priced-basket';
import { createPurchase } from './purchase';

/** The purchase of this basket. */
export function usePurchase(basket: PricedBasket, digitalConsent: boolean) {
  const host = useHost();
  const navigate = useNavigate();
  const [purchase] = useState(() =>
    createPurchase(host, () => void navigate(paths.paymentSuccessful, { replace: true })),
  );
  const { phase, failure } = useSyncExternalStore(purchase.subscribe, purchase.state, purchase.state);
  useEffect(() => purchase.start(), [purchase]);

  const { refresh } = basket;
  useEffect(() => {
    if (failure?.next === 'prices') refresh();
  }, [failure, refresh]);

  return {
    phase,
    failure,
    resume: purchase.resume,
    approved: purchase.approved,
    cancelled: purchase.cancelled,
    providerFailed: purchase.providerFailed,
    createOrder: () =>
      purchase.createOrder({
        items: [...basket.items],
        expectedTotal: basket.totals.total,
        digitalConsent,
      }),
  };
}
