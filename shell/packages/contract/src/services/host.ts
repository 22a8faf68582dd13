import type { BasketItem, CallInput, ContactDetails } from '@isa/api-contract';
import type { StoreApi } from 'zustand/vanilla';
import type { ApiClient } from './api';

/**
 * `unknown` until the browser has read its cookies (and while prerendering), `checking` while a stored token is being
 * verified, then `in` or `out`.
 */
export type SessionStatus = 'unknown' | 'checking' | 'in' | 'out';

export interface SessionState {
  readonly status: SessionStatus;
  /** The customer's full name; present once signed in. */
  readonly name: string | undefined;
  /**
   * Names the account; present once signed in. When the customer logs out or deletes the account, keys of the browser's
   * storage are removed in all tabs that end with `:` and this, or begin with `isa-private:`.
   */
  readonly account: string | undefined;
}

/** A password, a passkey's response to the options of `startPasskeyLogin`, or the token of a mailed link. */
export type Credentials = { readonly remember: boolean } & (
  | { readonly email: string; readonly password: string }
  | { readonly passkey: CallInput<'passkeyLogin'>['body']['passkey'] }
  | { readonly link: string }
);

/** The page's session. Scripts have no access to its token. */
export interface Session {
  readonly store: StoreApi<SessionState>;
  /** @throws ApiError `invalid-credentials`, `invalid-passkey`, `link-expired`, `other-browser`, `too-many-requests`, `busy`, `network`… */
  logIn(credentials: Credentials): Promise<void>;
  /** Ends the session on the server, empties the basket and reloads the site (specification §4). */
  logOut(): Promise<void>;
  /** Called after the server reported that the session has ended: signs out and keeps the basket. */
  expired(): void;
}

export interface BasketState {
  readonly items: readonly BasketItem[];
}

/**
 * What `add` did: `added` and `increased` for books, `premium-added` and `premium-present` for online
 * products (specification §4), `full` at the limit of 99, `unknown` for an id that is no product, `not-kept` in a
 * browser that blocks cookies, which the shell has told the visitor.
 */
export type AddOutcome =
  | 'added'
  | 'increased'
  | 'premium-added'
  | 'premium-present'
  | 'full'
  | 'unknown'
  | 'not-kept';

/** The page's basket. The shell stores it in the cookie and synchronises it with other tabs. */
export interface Basket {
  readonly store: StoreApi<BasketState>;
  add(productId: number, quantity?: number): AddOutcome;
  /** Sets a line's quantity; 0 removes the line, more than 99 is cut to 99. */
  setQuantity(productId: number, quantity: number): void;
  remove(productId: number): void;
  /** Takes what was paid out of the basket, in which other tabs may have added more. */
  subtract(paid: readonly BasketItem[]): void;
  clear(): void;
}

/** Sum of all quantities: the number on the cart's badge. */
export function totalQuantity(items: readonly BasketItem[]): number {
  return items.reduce((total, item) => total + item.quantity, 0);
}

export interface Toast {
  readonly text: string;
  readonly tone?: 'info' | 'success' | 'error';
  /** The path of a small picture of what the text is about. */
  readonly picture?: string;
  /** One action that the visitor can take, such as undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** What the shell provides to every remote: to loaders as an argument, to components by `useHost()`. */
export interface Host {
  readonly api: ApiClient;
  readonly session: Session;
  readonly basket: Basket;
  readonly toasts: { show(toast: Toast): void };
  readonly site: {
    readonly name: string;
    /** Scheme and host without a trailing slash: canonical addresses start with it. */
    readonly origin: string;
    /** How the academy is reached, as its operators have set it. */
    readonly contact: ContactDetails;
  };
}

/**
 * Matches the document's root while the visitor is known to have no session, usually before the first frame: for styles of
 * what customers must not see while their session is verified.
 */
export const GUEST_SELECTOR = ':root[data-isa-guest]';
