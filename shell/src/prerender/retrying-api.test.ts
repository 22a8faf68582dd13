import { calls } from '@isa/api-contract';
import { type ApiClient, ApiError } from '@isa/contract';
import { createRetryingApi } from './retrying-api';

/** An API that fails in the given ways before it responds. */
function failing(...failures: ApiError[]) {
  const requested = jest.fn();
  const api: ApiClient = async () => {
    requested();
    const failure = failures.shift();
    if (failure) throw failure;
    return { books: [] } as never;
  };
  return { api, requested };
}

describe('retrying API', () => {
  it('does not retry after a 404', async () => {
    const { api, requested } = failing(new ApiError('not-found', 'There is nothing here.', { status: 404 }));
    await expect(createRetryingApi(api, [1, 1])(calls.listBooks, {})).rejects.toThrow('nothing here');
    expect(requested).toHaveBeenCalledTimes(1);
  });

  it('fails after its last retry while the API is unreachable', async () => {
    const away = () => new ApiError('network', 'We cannot reach the academy right now.');
    const { api, requested } = failing(away(), away(), away());
    await expect(createRetryingApi(api, [1, 1])(calls.listBooks, {})).rejects.toThrow('cannot reach');
    expect(requested).toHaveBeenCalledTimes(3);
  });

  it('retries while the API is busy', async () => {
    const { api } = failing(new ApiError('busy', 'We are busy.', { status: 503 }));
    expect(await createRetryingApi(api, [1])(calls.listBooks, {})).toEqual({ books: [] });
  });

  it('requests an address once for all pages', async () => {
    const { api, requested } = failing();
    const retrying = createRetryingApi(api);
    await Promise.all([retrying(calls.listBooks, {}), retrying(calls.listBooks, {})]);
    expect(requested).toHaveBeenCalledTimes(1);
  });

  it('rejects calls other than GET', async () => {
    const { api } = failing();
    await expect(createRetryingApi(api)(calls.logout, { body: {} })).rejects.toThrow(
      'Public pages cannot call',
    );
  });
});
