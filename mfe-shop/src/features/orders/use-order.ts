import { calls, type Receipt } from '@isa/api-contract';
import { useHost, useRequest } from '@isa/contract';
import { useCallback, useEffect, useState } from 'react';
import { pauseAfter } from '../../shared/open-payment';

/** Whether an order changes without the buyer: PayPal decides about its payment, or a refund is under way. */
function isUnsettled({ status, refunding }: Receipt): boolean {
  return status === 'created' || status === 'capturing' || status === 'reviewing' || refunding > 0;
}

/** The order behind a signed link, which is asked for again until PayPal has decided about it. */
export function useOrder(link: string | undefined) {
  const { api } = useHost();
  const [newer, setNewer] = useState<{ readonly link: string | undefined; readonly order: Receipt }>();
  const [tries, setTries] = useState(1);
  const { data, error, retry } = useRequest(link, async (signal) => {
    const { order } = await api(calls.readOrderByLink, { params: { link: link ?? '' } }, { signal });
    return { link, order };
  });
  // The receipt's own link may be newer than the one that was asked with.
  const order = [newer, data].find((answer) => answer?.link === link)?.order;
  const asks = order !== undefined && isUnsettled(order);

  useEffect(() => {
    if (!asks || link === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      try {
        const answer = await api(calls.checkOrder, { params: { link }, body: {} }, { signal });
        if (!signal.aborted) setNewer({ link, order: answer.order });
      } finally {
        if (!signal.aborted) setTries((count) => count + 1);
      }
    };
    // What is shown stays true after a failure, and the next question follows.
    const timer = setTimeout(() => void ask().catch(() => undefined), pauseAfter(tries));
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, asks, link, tries]);

  const update = useCallback((changed: Receipt) => setNewer({ link, order: changed }), [link]);
  return { order, error, retry, update };
}
