import { calls } from '@isa/api-contract';
import { ApiError, useHost, useSession } from '@isa/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureText } from '../layout/failure-text';
import { askForPasskey, type Assertion, cancelQuestion, suggestsPasskeys } from './passkeys';

/** Events that show that the visitor uses the page. */
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'scroll', 'keydown'] as const;

const UNKNOWN_PASSKEY =
  'We do not know this passkey. It may have been removed from its account. Please log in with your password.';

interface PasskeyLogInOptions {
  readonly remember: boolean;
  /** Whether suggestions pause, because the form is being sent. */
  readonly paused: boolean;
  readonly onFailure: (text: string | undefined) => void;
}

/** Logs in with a passkey that the browser suggests or asks for. A cancelled question is no failure. */
export function usePasskeyLogIn({ remember, paused, onFailure }: PasskeyLogInOptions) {
  const { api, session } = useHost();
  const [busy, setBusy] = useState(false);
  const [expired, setExpired] = useState(0);
  const signedOut = useSession(({ status }) => status === 'out');
  const [active, setActive] = useState(false);
  const suggesting = active && signedOut && !busy && !paused;

  async function logIn(ask: () => Promise<Assertion | undefined>) {
    setBusy(true);
    onFailure(undefined);
    try {
      const passkey = await ask();
      if (passkey) await session.logIn({ passkey, remember });
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.id === 'invalid-passkey';
      onFailure(isUnknown ? UNKNOWN_PASSKEY : failureText(error));
    } finally {
      setBusy(false);
    }
  }
  const logInWith = useEffectEvent((passkey: Assertion) => logIn(async () => passkey));

  // A page that has asked for passkeys is lost to Chromium's back/forward cache (decision 0039).
  useEffect(() => {
    const activate = () => setActive(true);
    for (const event of ACTIVITY_EVENTS) addEventListener(event, activate, { once: true, passive: true });
    return () => ACTIVITY_EVENTS.forEach((event) => removeEventListener(event, activate));
  }, []);

  useEffect(() => {
    if (!suggesting) return;
    const controller = new AbortController();
    let expiry: ReturnType<typeof setTimeout> | undefined;
    async function suggest() {
      if (!(await suggestsPasskeys())) return;
      const { options } = await api(calls.startPasskeyLogin, { body: {} }, { signal: controller.signal });
      if (controller.signal.aborted) return;
      // The question stays open as long as the page, but the API accepts an answer only for a while.
      expiry = setTimeout(() => setExpired((count) => count + 1), options.timeout);
      const passkey = await askForPasskey(options, { suggest: true });
      if (passkey && !controller.signal.aborted) void logInWith(passkey);
    }
    // The visitor has asked for nothing yet, so a failure is not shown.
    suggest().catch(() => undefined);
    return () => {
      controller.abort();
      clearTimeout(expiry);
      cancelQuestion();
    };
  }, [api, suggesting, expired]);

  // The question after a press on the button closes with the page.
  useEffect(() => cancelQuestion, []);

  return {
    busy,
    run: () =>
      void logIn(async () => {
        const { options } = await api(calls.startPasskeyLogin, { body: {} });
        return askForPasskey(options);
      }),
  };
}
