import { academy } from '@isa/api-contract';
import type { ApiClient, BasketState, Host, SessionState } from '@isa/contract';
import { createBasket } from '@isa/contract/host';
import { createStore } from 'zustand/vanilla';
import { createToasts } from '../layout/toasts';

/** There is no visitor while a page is prerendered. */
async function nobody(): Promise<never> {
  throw new Error('Nobody can log in or out while a page is prerendered.');
}

/** The host of a page that is drawn for everybody: an unknown visitor with an empty basket. */
export function createNodeHost(api: ApiClient, origin: string) {
  const toasts = createToasts();
  const host: Host = {
    api,
    basket: createBasket(createStore<BasketState>(() => ({ items: [] }))),
    session: {
      store: createStore<SessionState>(() => ({ status: 'unknown', name: undefined })),
      logIn: nobody,
      logOut: nobody,
      expired: () => undefined,
    },
    toasts,
    site: { name: academy.name, origin },
  };
  return { host, toasts };
}
