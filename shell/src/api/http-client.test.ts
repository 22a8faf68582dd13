import { calls } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { createApiClient } from './http-client';

const fetchMock = jest.fn<Promise<Response>, [string, RequestInit]>();

beforeEach(() => {
  fetchMock.mockReset();
  globalThis.fetch = fetchMock as unknown as typeof fetch;
});

function respondWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  fetchMock.mockImplementation(async () => new Response(text, { status, headers }));
}

const problem = {
  type: '/problems/busy',
  id: 'busy',
  title: 'Busy',
  status: 503,
  message: 'Busy',
  requestId: 'r1',
};

describe('the API client', () => {
  it('fills in paths and queries and omits `undefined`', async () => {
    respondWith(200, { message: 'granted' });
    const api = createApiClient(() => undefined);
    await api(calls.resetPassword, { params: { token: 'a/b' }, body: { newPassword: 'x' } });
    await api(calls.getUserPermissions, { query: { token: undefined } });
    expect(fetchMock.mock.calls.map(([address]) => address)).toEqual([
      '/api/reset-password/a%2Fb',
      '/api/get-user-permissions',
    ]);
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      body: '{"newPassword":"x"}',
    });
  });

  it('converts problems to errors with the details of the response', async () => {
    respondWith(
      503,
      {
        ...problem,
        errors: [{ path: 'body.email', message: 'Invalid email!' }],
        order: { number: 'ISA-2026-000001', link: 'signed.link' },
      },
      { 'retry-after': '7' },
    );
    const failure = createApiClient(() => undefined)(calls.listBooks, {});
    await expect(failure).rejects.toBeInstanceOf(ApiError);
    await expect(failure).rejects.toMatchObject({
      id: 'busy',
      status: 503,
      retryAfterSeconds: 7,
      requestId: 'r1',
      order: { number: 'ISA-2026-000001', link: 'signed.link' },
      fieldErrors: [{ path: 'body.email', message: 'Invalid email!' }],
    });
  });

  it.each([
    [502, '<html>Bad gateway</html>'],
    [500, { id: 'made-up', message: 'x' }],
    [200, 'not JSON'],
  ])('rejects an invalid response (%s %j)', async (status, body) => {
    respondWith(status, body);
    await expect(createApiClient(() => undefined)(calls.listBooks, {})).rejects.toMatchObject({
      id: 'unreadable',
    });
  });

  it('rejects with `network` without a connection', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(createApiClient(() => undefined)(calls.listBooks, {})).rejects.toMatchObject({
      id: 'network',
      status: 0,
    });
  });

  it('rejects with AbortError after an abort by the caller', async () => {
    const controller = new AbortController();
    fetchMock.mockImplementation(async () => {
      controller.abort();
      throw new DOMException('Aborted', 'AbortError');
    });
    const failure = createApiClient(() => undefined)(calls.listBooks, {}, { signal: controller.signal });
    await expect(failure).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reports the end of the session', async () => {
    const signedOut = jest.fn();
    respondWith(401, { ...problem, id: 'not-signed-in', status: 401 });
    await expect(createApiClient(signedOut)(calls.coursesByUser, { body: {} })).rejects.toMatchObject({
      id: 'not-signed-in',
    });
    expect(signedOut).toHaveBeenCalledTimes(1);
  });
});
