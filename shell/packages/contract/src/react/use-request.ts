import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type ApiError, asApiError } from '../services/api';

type Result<Data> =
  | { readonly status: 'idle' | 'loading'; readonly data: Data | undefined; readonly error: undefined }
  | { readonly status: 'ready'; readonly data: Data; readonly error: undefined }
  | { readonly status: 'failed'; readonly data: Data | undefined; readonly error: ApiError };

/** `data` is the latest response: while a newer request is loading, or after it failed, the previous one. */
export type RequestState<Data> = Result<Data> & { readonly retry: () => void };

/**
 * One request of a component: it runs when `key` appears or changes and again on `retry`, and is aborted when the
 * component unmounts. Without a key nothing is requested (`idle`).
 * @param request receives the previous response, if there was one.
 */
export function useRequest<Data>(
  key: string | undefined,
  request: (signal: AbortSignal, previous: Data | undefined) => Promise<Data>,
): RequestState<Data> {
  const [attempt, setAttempt] = useState(0);
  const [last, setLast] = useState<{ readonly run?: string | undefined; readonly result: Result<Data> }>({
    result: { status: 'idle', data: undefined, error: undefined },
  });
  const { data } = last.result;
  const start = useEffectEvent((signal: AbortSignal) => request(signal, data));
  const run = key === undefined ? undefined : `${key}#${attempt}`;

  useEffect(() => {
    if (run === undefined) return;
    const controller = new AbortController();
    const settle = (result: (previous: Data | undefined) => Result<Data>) => {
      if (!controller.signal.aborted) setLast((before) => ({ run, result: result(before.result.data) }));
    };
    start(controller.signal).then(
      (response) => settle(() => ({ status: 'ready', data: response, error: undefined })),
      (error: unknown) =>
        settle((previous) => ({ status: 'failed', data: previous, error: asApiError(error) })),
    );
    return () => {
      controller.abort();
      // The same key may return for another visitor, who must not see this response as current.
      setLast(({ result }) => ({ result }));
    };
  }, [run]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  if (run === undefined) return { status: 'idle', data, error: undefined, retry };
  if (last.run !== run) return { status: 'loading', data, error: undefined, retry };
  return { ...last.result, retry };
}
