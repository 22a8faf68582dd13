import { ApiError } from '@isa/contract';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

export interface RequestState<Data> {
  /** The latest answer; kept while a newer one is on its way, and when that one fails. */
  readonly data: Data | undefined;
  /** Why the latest attempt failed. */
  readonly error: ApiError | undefined;
  readonly loading: boolean;
  retry(): void;
}

/**
 * One request of a component: it runs when `key` appears or changes, again on `retry`, and is given up
 * when the component goes. Without a key nothing is asked.
 * @param run is told the answer before, if there was one.
 */
export function useRequest<Data>(
  key: string | undefined,
  run: (signal: AbortSignal, before: Data | undefined) => Promise<Data>,
): RequestState<Data> {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{ of?: string; data?: Data; error?: ApiError }>({});
  const start = useEffectEvent((signal: AbortSignal) => run(signal, settled.data));
  const current = key === undefined ? undefined : `${key}#${attempt}`;

  useEffect(() => {
    if (current === undefined) return;
    const controller = new AbortController();
    const settle = (result: { data: Data } | { error: ApiError }) => {
      if (!controller.signal.aborted) {
        setSettled((before) => ({
          ...(before.data !== undefined && { data: before.data }),
          ...result,
          of: current,
        }));
      }
    };
    start(controller.signal).then(
      (data) => settle({ data }),
      (error: unknown) => settle({ error: asApiError(error) }),
    );
    return () => controller.abort();
  }, [current]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return {
    data: settled.data,
    error: settled.of === current ? settled.error : undefined,
    loading: current !== undefined && settled.of !== current,
    retry,
  };
}

/** What the client could not foresee is an answer that nobody can read. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('unreadable', String(error));
}
