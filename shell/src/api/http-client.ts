import { type Call, type CallRequest, type Problem, problems, urlOf } from '@isa/api-contract';
import { isTimeout, withDeadline } from '../browser/with-deadline';
import { type ApiClient, ApiError, type CallOptions, isRecord } from '@isa/contract';

/** The longest wait for a response, in milliseconds: capturing a payment is the slowest call. */
const TIMEOUT = 30_000;

interface ClientOptions {
  readonly origin?: string;
  readonly traceparent?: () => string;
}

/**
 * The site's HTTP client. The session travels as a cookie, so requests stay on the page's origin.
 * @param onSignedOut called when the API reports that the session has ended.
 * @param options.origin the page's own by default.
 */
export function createApiClient(
  onSignedOut: () => void,
  { origin = '', traceparent }: ClientOptions = {},
): ApiClient {
  return async <Input extends CallRequest, Output>(
    { method, path }: Call<Input, Output>,
    input: Input,
    options: CallOptions = {},
  ) => {
    const { response, body } = await withDeadline(
      TIMEOUT,
      async (signal) => {
        const response = await send(
          method,
          origin + urlOf(path, input),
          input,
          { ...options, signal },
          traceparent?.(),
        );
        return { response, body: await readJson(response) };
      },
      options.signal,
    );
    // The response is not parsed here, because the schemas would add zod to the browser. The API has validated
    // it with the call's schema.
    if (response.ok) return body as Output;
    const error = toApiError(response, body);
    if (error.id === 'not-signed-in') onSignedOut();
    throw error;
  };
}

async function send(
  method: string,
  url: string,
  { body }: CallRequest,
  { signal, keepalive = false }: CallOptions,
  traceparent: string | undefined,
): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      credentials: 'same-origin',
      keepalive,
      signal: signal ?? null,
      headers: {
        accept: 'application/json',
        ...(traceparent !== undefined && { traceparent }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted && !isTimeout(error)) throw error;
    throw isTimeout(error)
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
    throw unreadable(response);
  }
}

function toApiError(response: Response, body: unknown): ApiError {
  if (!isProblem(body)) return unreadable(response);
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError(body.id, body.message, {
    status: response.status,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
    fieldErrors: body.errors ?? [],
    requestId: body.requestId,
    order: body.order,
  });
}

function unreadable({ status }: Response): ApiError {
  return new ApiError('unreadable', 'Oops! Something went wrong.', { status });
}

function isProblem(body: unknown): body is Problem {
  return (
    isRecord(body) &&
    typeof body.id === 'string' &&
    Object.hasOwn(problems, body.id) &&
    typeof body.message === 'string'
  );
}
