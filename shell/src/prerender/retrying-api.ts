import { type ApiClient, ApiError } from '@isa/contract';
import { addressOf, type AnyInput } from '../api/http-client';

/** Delays before retries, in milliseconds. */
const PAUSES = [200, 1_000, 3_000];

/** Requests each address once for all pages, and retries while the API is unreachable or busy. */
export function createRetryingApi(api: ApiClient, pauses: readonly number[] = PAUSES) {
  const requests = new Map<string, Promise<unknown>>();
  /** The responses that pages were rendered from: address → JSON text. */
  const responses = new Map<string, string>();
  const retryingApi: ApiClient = async (call, input) => {
    if (call.method !== 'GET') throw new Error(`Public pages cannot call ${call.method} ${call.path}.`);
    // Every call's input has this shape.
    const address = addressOf(call.path, input as AnyInput);
    const request = requests.get(address) ?? withRetries(() => api(call, input), pauses);
    requests.set(address, request);
    const body = await request;
    responses.set(address, JSON.stringify(body));
    // An address belongs to one call, whose output it is.
    return body as never;
  };
  return { api: retryingApi, responses };
}

async function withRetries<T>(attempt: () => Promise<T>, [pause, ...later]: readonly number[]): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (pause === undefined || !isTemporary(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return withRetries(attempt, later);
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
