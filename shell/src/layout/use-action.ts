import { asApiError, useHost } from '@isa/contract';
import { useState } from 'react';
import { failureText } from './failure-text';

/** The action of a button. It runs once at a time, and its failure is shown as a toast. */
export function useAction(action: () => Promise<void>, textOf: (error: unknown) => string = failureText) {
  const { toasts } = useHost();
  const [busy, setBusy] = useState(false);

  async function runOnce() {
    if (busy) return;
    setBusy(true);
    try {
      await action();
    } catch (error) {
      // The page itself shows that the session has ended.
      if (asApiError(error).id !== 'not-signed-in') toasts.show({ tone: 'error', text: textOf(error) });
    } finally {
      setBusy(false);
    }
  }

  return { busy, run: () => void runOnce() };
}
