import { useEffect, useState } from 'react';

export type Requested<Data> =
  | { readonly step: 'reading' }
  | { readonly step: 'failed'; readonly error: unknown }
  | { readonly step: 'ready'; readonly data: Data };

/**
 * Reads something when a part of a page appears, and again on request.
 * @param read must keep its identity between renderings
 */
export function useRequest<Data>(read: (signal: AbortSignal) => Promise<Data>) {
  const [state, setState] = useState<Requested<Data>>({ step: 'reading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    read(controller.signal).then(
      (data) => setState({ step: 'ready', data }),
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ step: 'failed', error });
      },
    );
    return () => controller.abort();
  }, [read, attempt]);

  return {
    state,
    /** Puts in what a later call has answered. */
    replace: (data: Data) => setState({ step: 'ready', data }),
    again: () => {
      setState({ step: 'reading' });
      setAttempt((now) => now + 1);
    },
  };
}
