import { calls } from '@isa/api-contract';
import { type ApiClient, ApiError, type Session, type SessionState } from '@isa/contract';
import { createStore } from 'zustand/vanilla';
import { createTabChannel } from '../browser/tab-channel';

/** Set and removed by the API beside the token, which scripts cannot see. Holds no secret. */
const MARKER_COOKIE = 'isa-session';
const CHANNEL = 'isa-shell:session';

export interface ShellSession extends Session {
  /** Looks for a session once the page is alive, and keeps in step with the other tabs. */
  start(): void;
}

export interface SessionOptions {
  readonly api: ApiClient;
  /** The basket goes with the session when a customer logs out (specification §4). */
  readonly clearBasket: () => void;
  readonly reload: () => void;
}

const signedOut: SessionState = { status: 'out', name: undefined };

export function createSession({ api, clearBasket, reload }: SessionOptions): ShellSession {
  const store = createStore<SessionState>(() => ({ status: 'unknown', name: undefined }));
  const tabs = createTabChannel(CHANNEL);

  /** Specification §4: a stored token is verified; one that fails is removed by the server's answer. */
  async function verify() {
    if (!hasMarker()) {
      store.setState(signedOut);
      return;
    }
    if (store.getState().status !== 'in') store.setState({ status: 'checking' });
    try {
      const { name } = await api(calls.takeUser, { body: {} });
      store.setState({ status: 'in', name });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      store.setState(signedOut);
    }
  }

  return {
    store,
    start() {
      void verify();
      tabs.listen(() => void verify());
      // A page from the back/forward cache may have slept through a log out.
      window.addEventListener('pageshow', ({ persisted }) => persisted && void verify());
      window.addEventListener('online', () => void verify());
    },
    async logIn({ email, password, remember }) {
      await api(calls.login, { body: { email, password, remember } });
      await verify();
      tabs.post('changed');
    },
    async logOut() {
      await api(calls.logout, { body: {} });
      store.setState(signedOut);
      clearBasket();
      tabs.post('changed');
      reload();
    },
    expired() {
      if (store.getState().status === 'out') return;
      store.setState(signedOut);
      tabs.post('changed');
    },
  };
}

function hasMarker(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${MARKER_COOKIE}=`));
}
