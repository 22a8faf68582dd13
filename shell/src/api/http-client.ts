import { type Problem, problems } from '@isa/api-contract';
import { type ApiClient, ApiError, type CallOptions } from '@isa/contract';

/** How long an answer may take, in milliseconds. Capturing a payment is the slowest call. */
const TIMEOUT = 30_000;

export interface AnyInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/**
 * The one HTTP client of the site. The session travels as a cookie, so requests stay on this origin.
 * @param onSignedOut told when the server says that the session has ended.
 * @param origin where the API is; in a browser it is where the page is.
 */
export function createApiClient(onSignedOut: () => void, origin = ''): ApiClient {
  return async function api(call, input, options = {}) {
    const response = await send(
      call.method,
      origin + addressOf(call.path, input as AnyInput),
      input as AnyInput,
      options,
    );
    const body = await readJson(response);
    if (response.ok) return body as never;
    const error = toApiError(response, body);
    if (error.id === 'not-signed-in') onSignedOut();
    throw error;
  };
}

/** A call's address with its parameters filled in. */
export function addressOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs).toString()}` : filled;
}

async function send(
  method: string,
  address: string,
  { body }: AnyInput,
  { signal }: CallOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT);
  try {
    return await fetch(address, {
      method,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw timeout.aborted
      ? new ApiError('timeout', 'The answer took too long. Please try again.')
      : new ApiError(
          'network',
          'We cannot reach the academy right now. Please check your connection and try again.',
        );
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ApiError('unreadable', 'Oops! Something went wrong.', { status: response.status });
  }
}

function toApiError(response: Response, body: unknown): ApiError {
  const { status } = response;
  if (!isProblem(body)) return new ApiError('unreadable', 'Oops! Something went wrong.', { status });
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError(body.id, body.message, {
    status,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
    fieldErrors: body.errors,
    requestId: body.requestId,
  });
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' &&
    body !== null &&
    'id' in body &&
    typeof body.id === 'string' &&
    Object.hasOwn(problems, body.id) &&
    'message' in body &&
    typeof body.message === 'string'
  );
}
