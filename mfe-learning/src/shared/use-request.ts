import { ApiError, type ApiErrorId } from '@isa/contract';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

export type RequestState<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'done'; readonly data: T }
  | { readonly state: 'failed'; readonly id: ApiErrorId | 'unknown'; readonly message: string };

type Settled<T> = { readonly key: string } & Extract<RequestState<T>, { state: 'done' | 'failed' }>;

/**
 * One request of a component: it runs when `key` appears or changes, again on `retry`, and is given up
 * when the component goes. Without a key nothing is asked. What an earlier key was answered is never
 * shown for a later one.
 */
export function useRequest<T>(
  key: string | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): RequestState<T> & { readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<Settled<T>>();
  const start = useEffectEvent(run);
  const current = key === undefined ? undefined : `${key}#${attempt}`;

  useEffect(() => {
    if (current === undefined) return;
    const controller = new AbortController();
    const settle = (result: Settled<T>) => {
      if (!controller.signal.aborted) setSettled(result);
    };
    start(controller.signal).then(
      (data) => settle({ key: current, state: 'done', data }),
      (error: unknown) => settle({ key: current, state: 'failed', ...describe(error) }),
    );
    return () => {
      controller.abort();
      // The same key may come back for another visitor: nothing of the last one may show through.
      setSettled(undefined);
    };
  }, [current]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  if (current === undefined) return { state: 'idle', retry };
  return settled?.key === current ? { ...settled, retry } : { state: 'loading', retry };
}

function describe(error: unknown): { id: ApiErrorId | 'unknown'; message: string } {
  return error instanceof ApiError
    ? { id: error.id, message: error.message }
    : { id: 'unknown', message: String(error) };
}
