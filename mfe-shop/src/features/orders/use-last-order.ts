import { calls, type Order, type Receipt } from '@isa/api-contract';
import { useHost, useHydrated, useRequest } from '@isa/contract';
import { useEffect, useMemo } from 'react';
import { lastOrder } from '../../shared/last-order';

/** Pause between requests while PayPal reviews a payment, in milliseconds. */
const REVIEW_POLL = 5_000;

/** The order just paid in this tab: the stored one until the server's receipt arrives; `loading` until hydration. */
export function useLastOrder(): Order | Receipt | 'loading' | undefined {
  const { api } = useHost();
  const hydrated = useHydrated();
  const last = useMemo(() => (hydrated ? lastOrder.read() : undefined), [hydrated]);
  useEffect(() => {
    if (last && !last.shown) lastOrder.write({ ...last, shown: true });
  }, [last]);

  const providerOrderId = last?.providerOrderId;
  const receipt = useRequest(providerOrderId, async (signal) => {
    const params = { providerOrderId: providerOrderId ?? '' };
    let { order } = await api(calls.readOrder, { params }, { signal });
    while (order.status === 'capturing' && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, REVIEW_POLL));
      ({ order } = await api(calls.readOrder, { params }, { signal }));
    }
    return order;
  });

  if (!hydrated) return 'loading';
  return receipt.data ?? last?.order;
}
