import { act, renderHook } from '@testing-library/react';
import { ApiError } from '../services/api';
import { useRequest } from './use-request';

/** A request whose responses the test gives one by one. */
function controlledRequest() {
  const calls: {
    resolve(data: string): void;
    reject(error: Error): void;
    signal: AbortSignal;
    previous: unknown;
  }[] = [];
  const request = (signal: AbortSignal, previous: string | undefined) =>
    new Promise<string>((resolve, reject) => calls.push({ resolve, reject, signal, previous }));
  const initialProps: { readonly id: string | undefined } = { id: 'a' };
  const view = renderHook(({ id }) => useRequest(id, request), { initialProps });
  return { calls, ...view };
}

describe('useRequest', () => {
  it('loads, fails, and retries with the previous response at hand', async () => {
    const { calls, result } = controlledRequest();
    expect(result.current).toMatchObject({ status: 'loading', data: undefined });
    await act(async () => calls[0]?.resolve('first'));
    expect(result.current).toMatchObject({ status: 'ready', data: 'first' });
    act(() => result.current.retry());
    expect(result.current).toMatchObject({ status: 'loading', data: 'first' });
    expect(calls[1]?.previous).toBe('first');
    await act(async () => calls[1]?.reject(new ApiError('network', 'No connection.')));
    expect(result.current).toMatchObject({ status: 'failed', data: 'first', error: { id: 'network' } });
  });

  it('reports an unknown error as an unreadable response', async () => {
    const { calls, result } = controlledRequest();
    await act(async () => calls[0]?.reject(new TypeError('x is undefined')));
    expect(result.current).toMatchObject({ status: 'failed', error: { id: 'unreadable' } });
  });

  it('aborts when the key changes, and requests nothing without a key', () => {
    const { calls, result, rerender } = controlledRequest();
    rerender({ id: undefined });
    expect(calls[0]?.signal.aborted).toBe(true);
    expect([result.current.status, calls.length]).toEqual(['idle', 1]);
  });

  it('loads again when a key returns', async () => {
    const { calls, result, rerender } = controlledRequest();
    await act(async () => calls[0]?.resolve('of the first visitor'));
    rerender({ id: undefined });
    rerender({ id: 'a' });
    expect(result.current.status).toBe('loading');
    await act(async () => calls[1]?.resolve('of the second visitor'));
    expect(result.current).toMatchObject({ status: 'ready', data: 'of the second visitor' });
  });
});
