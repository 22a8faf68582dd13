import type { Order } from '@isa/api-contract';
import { useState } from 'react';
import { useHydrated } from '../../shared/use-hydrated';
import { lastOrder } from '../checkout/last-order';

/** The order that was just paid in this tab; `unknown` until the page is alive. */
export function useLastOrder(): Order | 'unknown' | undefined {
  const hydrated = useHydrated();
  const [read, setRead] = useState<{ readonly order: Order | undefined }>();
  if (hydrated && !read) setRead({ order: lastOrder.read() });
  return read ? read.order : 'unknown';
}
