import { paths, useHost, useStore } from '@isa/contract';
import { useNavigate } from '@isa/contract/router';
import { useEffect, useState } from 'react';
import type { PricedBasket } from '../../shared/use-priced-basket';
import { createPurchase } from './purchase';

/** The purchase of this basket. */
export function usePurchase(basket: PricedBasket, digitalConsent: boolean) {
  const host = useHost();
  const navigate = useNavigate();
  const [purchase] = useState(() =>
    createPurchase(host, () => void navigate(paths.paymentSuccessful, { replace: true })),
  );
  const { phase, failure } = useStore(purchase.store);
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
