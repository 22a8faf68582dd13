import type { CallInput } from '@isa/api-contract';
import type { StoreApi } from 'zustand/vanilla';

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
   * Names the account; present once signed in. Keys of `localStorage` that end with `:` and this are removed when the
   * customer logs out.
   */
  readonly account: string | undefined;
}

/** A password, or a passkey's response to the options of `startPasskeyLogin`. */
export type Credentials = { readonly remember: boolean } & (
  | { readonly email: string; readonly password: string }
  | { readonly passkey: CallInput<'passkeyLogin'>['body']['passkey'] }
);

/** The page's session. Scripts have no access to its token. */
export interface Session {
  readonly store: StoreApi<SessionState>;
  /** @throws ApiError `invalid-credentials`, `invalid-passkey`, `too-many-requests`, `busy`, `network`… */
  logIn(credentials: Credentials): Promise<void>;
  /** Ends the session on the server, empties the basket and reloads the site (specification §4). */
  logOut(): Promise<void>;
  /** Called after the server reported that the session has ended: signs out and keeps the basket. */
  expired(): void;
}
