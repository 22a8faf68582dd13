import { calls } from '@isa/api-contract';
import { type ApiClient, ApiError, type Session, type SessionState } from '@isa/contract';
import { createStore } from 'zustand/vanilla';
import { createTabChannel } from '../browser/tab-channel';
import { COOKIES_NEEDED, keepsCookies } from '../browser/cookie';
import { nextTask } from '../browser/next-task';
import { markGuest, mayHaveSession } from './session-marker';
import { followForgottenAccounts, forgetAccount } from './stored-account';

/** Milliseconds before the session is verified again after a failure; they double up to the sixteenfold. */
const PAUSE = 5_000;
const MAX_DOUBLINGS = 4;

interface SessionOptions {
  readonly api: ApiClient;
  /** Empties the basket, as a logout does (specification §4). */
  readonly clearBasket: () => void;
  readonly reload: () => void;
  /** Called when the session could not be verified, before it is tried again. */
  readonly onUnverified?: () => void;
  readonly pause?: number;
}

const signedOut: SessionState = { status: 'out', name: undefined, account: undefined };

export function createSession({
  api,
  clearBasket,
  reload,
  onUnverified,
  pause = PAUSE,
}: SessionOptions): Session & { start(): void } {
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** How often in a row the session could not be verified. */
  let failures = 0;
  const store = createStore<SessionState>(() => ({ ...signedOut, status: 'unknown' }));
  // The attribute changes before React renders the new state.
  store.subscribe(({ status }) => markGuest(status === 'out'));
  const tabs = createTabChannel('isa-shell:session');

  function signOut() {
    store.setState(signedOut);
    tabs.post('changed');
  }

  async function verify() {
    clearTimeout(retry);
    if (!mayHaveSession()) return store.setState(signedOut);
    if (store.getState().status !== 'in') store.setState({ status: 'checking' });
    try {
      const { account, name } = await api(calls.takeUser, { body: {} });
      failures = 0;
      const { account: previous } = store.getState();
      if (previous !== undefined && previous !== account) {
        // Another tab has logged in as somebody else: pages drop what they show and have typed of the previous account.
        store.setState(signedOut);
        await nextTask();
      }
      store.setState({ status: 'in', name, account });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { id, status, retryAfterSeconds = 0 } = error;
      // An unreadable answer is not the API's: a proxy or a network in between has refused the request.
      const isRefused = id !== 'unreadable' && status >= 400 && status < 500 && status !== 429;
      if (isRefused) {
        failures = 0;
        return store.setState(signedOut);
      }
      if (failures === 0) onUnverified?.();
      const wait = Math.max(pause * 2 ** Math.min(failures, MAX_DOUBLINGS), retryAfterSeconds * 1000);
      failures += 1;
      // By chance, so that the tabs of all visitors do not return to the server at the same moment.
      retry = setTimeout(verifyAgain, wait * (1 + Math.random() / 2));
    }
  }

  /** A tab that nobody sees waits until it is shown. Meanwhile it may have missed a login, or the end of the session. */
  function verifyAgain() {
    if (document.hidden) return;
    const { status } = store.getState();
    const isOutdated = status !== 'checking' && (status === 'in') !== mayHaveSession();
    if (failures > 0 || isOutdated) void verify();
  }

  return {
    store,
    /** Verifies the session after hydration and whenever something may have changed it. */
    start() {
      void verify();
      tabs.listen(() => void verify());
      followForgottenAccounts((account) => {
        if (store.getState().account === account) store.setState(signedOut);
      });
      // While the page was in the back/forward cache, another tab may have logged out.
      window.addEventListener('pageshow', ({ persisted }) => persisted && void verify());
      window.addEventListener('online', () => void verify());
      document.addEventListener('visibilitychange', verifyAgain);
    },
    async logIn(credentials) {
      if (!keepsCookies()) throw new ApiError('cookies-blocked', COOKIES_NEEDED);
      if ('passkey' in credentials) await api(calls.passkeyLogin, { body: credentials });
      else if ('link' in credentials) await api(calls.linkLogIn, { body: credentials });
      else await api(calls.login, { body: credentials });
      await verify();
      tabs.post('changed');
    },
    async logOut() {
      const { account } = store.getState();
      await api(calls.logout, { body: {} });
      signOut();
      if (account !== undefined) forgetAccount(account);
      clearBasket();
      reload();
    },
    expired() {
      if (store.getState().status !== 'out') signOut();
    },
  };
}
