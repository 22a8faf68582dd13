import type { StoreApi } from 'zustand/vanilla';

/**
 * `unknown` until the page has looked (and while prerendering), `checking` while a stored token is being
 * verified, then `in` or `out`.
 */
export type SessionStatus = 'unknown' | 'checking' | 'in' | 'out';

export interface SessionState {
  readonly status: SessionStatus;
  /** The customer's full name, once signed in. */
  readonly name: string | undefined;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/** The one session of the page. The token itself is out of reach of scripts. */
export interface Session {
  readonly store: StoreApi<SessionState>;
  /** @throws ApiError `invalid-credentials`, `too-many-requests`, `busy`, `network`… */
  logIn(credentials: Credentials): Promise<void>;
  /** Ends the session on the server, empties the basket and reloads the site (specification §4). */
  logOut(): Promise<void>;
  /** Called when the server says that the session has ended: signs out without losing the basket. */
  expired(): void;
}
