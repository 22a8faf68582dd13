import { calls, type Order, type Receipt } from '@isa/api-contract';
import { useHost, useHydrated, useRequest } from '@isa/contract';
import { useEffect, useState } from 'react';
import { lastOrder } from '../../shared/last-order';

/** While PayPal looks at a payment it is asked again; in milliseconds. */
const REVIEW = 5_000;

/**
 * The order that was just paid in this tab: at once what the tab remembers, then what the server knows
 * beyond it, such as the address and the link to the receipt. `unknown` until the page is alive.
 */
export function useLastOrder(): Order | Receipt | 'unknown' | undefined {
  const { api } = useHost();
  const hydrated = useHydrated();
  const [read, setRead] = useState<{ readonly last: ReturnType<typeof lastOrder.read> }>();
  if (hydrated && !read) setRead({ last: lastOrder.read() });

  const last = read?.last;
  useEffect(() => {
    if (last && !last.shown) lastOrder.write({ ...last, shown: true });
  }, [last]);

  const providerOrderId = last?.providerOrderId;
  const receipt = useRequest(providerOrderId, async (signal) => {
    const params = { providerOrderId: providerOrderId ?? '' };
    let { order } = await api(calls.readOrder, { params }, { signal });
    while (order.status === 'capturing' && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, REVIEW));
      ({ order } = await api(calls.readOrder, { params }, { signal }));
    }
    return order;
  });

  if (!read) return 'unknown';
  return receipt.data ?? last?.order;
}
