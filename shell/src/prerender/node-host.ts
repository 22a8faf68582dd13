import { academy } from '@isa/api-contract';
import type { ApiClient, BasketState, Host, SessionState } from '@isa/contract';
import { createBasket } from '@isa/contract/host';
import { createStore } from 'zustand/vanilla';
import { createToasts } from '../layout/toasts';

async function unsupported(): Promise<never> {
  throw new Error('Log in and log out are not available while a page is prerendered.');
}

/** The host of prerendered pages: an unknown visitor with an empty basket. */
export function createNodeHost(api: ApiClient, origin: string) {
  const toasts = createToasts();
  const host: Host = {
    api,
    basket: createBasket(createStore<BasketState>(() => ({ items: [] }))),
    session: {
      store: createStore<SessionState>(() => ({
        status: 'unknown',
        name: undefined,
        account: undefined,
      })),
      logIn: unsupported,
      logOut: unsupported,
      expired: () => undefined,
    },
    toasts,
    site: { name: academy.name, origin },
  };
  return { host, toasts };
}
