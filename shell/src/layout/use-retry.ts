import { useNavigate } from '@isa/contract/router';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Visits the current address again after `prepare`. Only a navigation resets the error boundary of a page that
 * threw while rendering; a revalidation does not.
 */
export function useRetry(prepare: () => Promise<void>) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState<'idle' | 'trying' | 'failed'>('idle');

  async function visitAgain() {
    setState('trying');
    try {
      await prepare();
      await navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
    } finally {
      // A page that could be shown has replaced the component with this state.
      setState('failed');
    }
  }

  return { state, retry: () => void visitAgain().catch(() => undefined) };
}
