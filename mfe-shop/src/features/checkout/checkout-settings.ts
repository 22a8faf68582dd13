import { calls } from '@isa/api-contract';
import { useHost, useRequest } from '@isa/contract';

export type CheckoutSettings = ReturnType<typeof useCheckoutSettings>;

/** How payments are made here, and who sells. */
export function useCheckoutSettings() {
  const { api } = useHost();
  return useRequest('settings', (signal) => api(calls.checkoutSettings, {}, { signal }));
}
