import { paths, useHost, useStore } from '@isa/contract';
import { useNavigate } from '@isa/contract/router';
import { useEffect, useState } from 'react';
import { createPurchase } from './purchase';

export type PurchaseView = ReturnType<typeof usePurchase>;

/** @param refreshPrices called when the API rejects the order's total. */
export function usePurchase(refreshPrices: () => void) {
  const host = useHost();
  const navigate = useNavigate();
  const [{ store, start, ...actions }] = useState(() =>
    createPurchase(host, () => void navigate(paths.paymentSuccessful, { replace: true })),
  );
  const { phase, failure } = useStore(store);
  useEffect(() => start(), [start]);
  useEffect(() => {
    if (failure?.next === 'prices') refreshPrices();
  }, [failure, refreshPrices]);
  return { ...actions, phase, failure };
}
