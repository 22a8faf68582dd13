import type { Basket, BasketState } from '@isa/contract';
import { BASKET_COOKIE, createBasket, parseBasket } from '@isa/contract/host';
import { createStore } from 'zustand/vanilla';
import { createTabChannel } from '../browser/tab-channel';

const CHANNEL = 'isa-shell:basket';
/** Thirty days, in seconds: a basket is a promise to come back, not a record. */
const MAX_AGE = 30 * 24 * 60 * 60;

export interface ShellBasket extends Basket {
  /** Reads the cookie once the page is alive, then keeps cookie and other tabs in step. */
  start(): void;
}

/** The one basket: what the store says is in the cookie, and what another tab put there is in the store. */
export function createShellBasket(): ShellBasket {
  const store = createStore<BasketState>(() => ({ items: [] }));
  const tabs = createTabChannel(CHANNEL);
  let taking = false;

  /** Takes what the cookie or another tab says, without telling it back. */
  function take(json: string) {
    taking = true;
    store.setState({ items: parseBasket(json) });
    taking = false;
  }

  return {
    ...createBasket(store),
    start() {
      take(cookieValue());
      store.subscribe(({ items }) => {
        if (taking) return;
        const json = JSON.stringify(items);
        writeCookie(json);
        // The list itself: a message can overtake the cookie on its way to another tab.
        tabs.post(json);
      });
      tabs.listen(take);
      window.addEventListener('pageshow', ({ persisted }) => persisted && take(cookieValue()));
    },
  };
}

function cookieValue(): string {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${BASKET_COOKIE}=`));
  try {
    return decodeURIComponent(found?.slice(BASKET_COOKIE.length + 1) ?? '');
  } catch {
    // A malformed escape is no basket.
    return '';
  }
}

function writeCookie(json: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = json === '[]' ? 0 : MAX_AGE;
  document.cookie = `${BASKET_COOKIE}=${encodeURIComponent(json)}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
