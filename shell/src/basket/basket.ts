import type { BasketState } from '@isa/contract';
import { BASKET_COOKIE, createBasket, parseBasket } from '@isa/contract/host';
import { createStore } from 'zustand/vanilla';
import { readCookie } from '../browser/cookie';
import { createTabChannel } from '../browser/tab-channel';

/** The lifetime of the cookie, 30 days, in seconds. */
const MAX_AGE = 30 * 24 * 60 * 60;

export function createShellBasket() {
  const store = createStore<BasketState>(() => ({ items: [] }));
  const tabs = createTabChannel('isa-shell:basket');
  let receiving = false;

  /** Replaces the items without writing the cookie or posting to other tabs. */
  function receive(json: string) {
    receiving = true;
    store.setState({ items: parseBasket(json) });
    receiving = false;
  }

  return {
    ...createBasket(store),
    /** Reads the cookie, then follows the cookie and other tabs. Call it after hydration. */
    start() {
      receive(readCookie(BASKET_COOKIE));
      store.subscribe(({ items }) => {
        if (receiving) return;
        const json = JSON.stringify(items);
        writeCookie(json);
        // The message contains the items, because it can reach another tab before the cookie does.
        tabs.post(json);
      });
      tabs.listen(receive);
      window.addEventListener('pageshow', ({ persisted }) => persisted && receive(readCookie(BASKET_COOKIE)));
    },
  };
}

function writeCookie(json: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = json === '[]' ? 0 : MAX_AGE;
  document.cookie = `${BASKET_COOKIE}=${encodeURIComponent(json)}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
