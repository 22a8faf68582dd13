import { calls } from '@isa/api-contract';
import { type ApiClient, ApiError } from '@isa/contract';
import { createPatientApi } from './patient-api';

/** An API that fails in the given ways before it answers. */
function failing(...failures: ApiError[]) {
  const asked = jest.fn();
  const api: ApiClient = async () => {
    asked();
    const failure = failures.shift();
    if (failure) throw failure;
    return { books: [] } as never;
  };
  return { api, asked };
}

describe('asking for what pages are made from', () => {
  it('gives up on what is missing, at once', async () => {
    const { api, asked } = failing(new ApiError('not-found', 'There is nothing here.', { status: 404 }));
    await expect(createPatientApi(api, [1, 1]).api(calls.listBooks, {})).rejects.toThrow('nothing here');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('gives up on an API that stays away, after its last pause', async () => {
    const away = () => new ApiError('network', 'We cannot reach the academy right now.');
    const { api, asked } = failing(away(), away(), away());
    await expect(createPatientApi(api, [1, 1]).api(calls.listBooks, {})).rejects.toThrow('cannot reach');
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it('waits for one that is busy', async () => {
    const { api } = failing(new ApiError('busy', 'We are busy.', { status: 503 }));
    expect(await createPatientApi(api, [1]).api(calls.listBooks, {})).toEqual({ books: [] });
  });

  it('asks once for what many pages need, and remembers what it was told', async () => {
    const { api, asked } = failing();
    const patient = createPatientApi(api);
    await Promise.all([patient.api(calls.listBooks, {}), patient.api(calls.listBooks, {})]);
    expect(asked).toHaveBeenCalledTimes(1);
    expect([...patient.answers]).toEqual([['/api/books', '{"books":[]}']]);
  });

  it('refuses to change anything', async () => {
    const { api } = failing();
    await expect(createPatientApi(api).api(calls.logout, { body: {} })).rejects.toThrow(
      'no call for a public page',
    );
  });
});
