import { urlOf } from '@isa/api-contract';
import { type ApiClient, ApiError } from '@isa/contract';

const PAUSES = [200, 1_000, 3_000];

/** Requests each address once for all pages, and retries while the API is unreachable or busy. */
export function createRetryingApi(api: ApiClient, pauses: readonly number[] = PAUSES): ApiClient {
  const requests = new Map<string, Promise<unknown>>();
  return async (call, input) => {
    if (call.method !== 'GET') throw new Error(`Public pages cannot call ${call.method} ${call.path}.`);
    const address = urlOf(call.path, input);
    const request = requests.get(address) ?? withRetries(() => api(call, input), pauses);
    requests.set(address, request);
    try {
      // The cast is safe, because an address belongs to one call, whose output the request is.
      return (await request) as never;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Teams read this message, because a wrong call shows only while its page is rendered.
      throw new ApiError(error.id, `${error.message} (${call.method} ${address})`, error);
    }
  };
}

async function withRetries<T>(attempt: () => Promise<T>, [pause, ...later]: readonly number[]): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const isTemporary =
      error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
    if (pause === undefined || !isTemporary) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return withRetries(attempt, later);
  }
}
