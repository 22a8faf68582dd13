/**
 * Runs a request with a signal that aborts after a time, or together with another signal. `AbortSignal.timeout` and
 * `AbortSignal.any` are newer than the supported browsers.
 * @throws DOMException `TimeoutError` after the time, if the request rejects with the signal's reason.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  run: (signal: AbortSignal) => Promise<Result>,
  outer?: AbortSignal,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort(outer?.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('The answer took too long.', 'TimeoutError')),
    milliseconds,
  );
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}

export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
