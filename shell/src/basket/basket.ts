import type { AddOutcome, BasketState } from '@isa/contract';
import { BASKET_COOKIE, createBasket, parseBasket } from '@isa/contract/host';
import { createStore } from 'zustand/vanilla';
import { readCookies, removeShadows } from '../browser/cookie';
import { createTabChannel } from '../browser/tab-channel';

/** The lifetime of the cookie, 30 days, in seconds. */
const MAX_AGE = 30 * 24 * 60 * 60;

/** @param onBlocked called when the browser keeps no cookie, so that a change of the basket would be lost. */
export function createShellBasket(onBlocked: () => void) {
  const store = createStore<BasketState>(() => ({ items: [] }));
  const tabs = createTabChannel('isa-shell:basket');
  let receiving = false;
  let started = false;

  /** Replaces the items without writing the cookie or posting to other tabs. */
  function receive(json: string) {
    receiving = true;
    store.setState({ items: parseBasket(json) });
    receiving = false;
  }

  /** Of several cookies the first one with items counts; the others, which would hide it, are removed. */
  function receiveCookie() {
    const values = readCookies(BASKET_COOKIE);
    receive(values.find((value) => parseBasket(value).length > 0) ?? '');
    if (values.length > 1) writeCookie(JSON.stringify(store.getState().items));
  }

  const basket = createBasket(store, () => {
    // A tab that was asleep has missed what other tabs have posted.
    if (started) receiveCookie();
  });
  return {
    ...basket,
    add(productId: number, quantity?: number): AddOutcome {
      const outcome = basket.add(productId, quantity);
      const isKept = store.getState().items.length > 0 || outcome === 'unknown';
      return isKept ? outcome : 'not-kept';
    },
    /** Reads the cookie, then follows the cookie and other tabs. Call it after hydration. */
    start() {
      receiveCookie();
      started = true;
      store.subscribe(({ items }) => {
        if (receiving) return;
        const json = JSON.stringify(items);
        writeCookie(json);
        if (items.length > 0 && !readCookies(BASKET_COOKIE).includes(json)) {
          receive('');
          return onBlocked();
        }
        // The message contains the items, because it can reach another tab before the cookie does.
        tabs.post(json);
      });
      tabs.listen(receive);
      window.addEventListener('pageshow', ({ persisted }) => persisted && receiveCookie());
    },
  };
}

function writeCookie(json: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = json === '[]' ? 0 : MAX_AGE;
  const cookie = `${BASKET_COOKIE}=${encodeURIComponent(json)}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
  document.cookie = cookie;
  if (readCookies(BASKET_COOKIE).length < 2) return;
  removeShadows(BASKET_COOKIE);
  // Some browsers remove this one as well: for them a host is its own domain.
  document.cookie = cookie;
}
