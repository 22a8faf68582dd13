import type { Call, CallRequest, FieldError, Problem, ProblemId } from '@isa/api-contract';

/** The API's problems, and what the browser adds: no connection, no response in time, an invalid response, no cookies. */
export type ApiErrorId = ProblemId | 'network' | 'timeout' | 'unreadable' | 'cookies-blocked';

/** Every failed call rejects with this error. Branch on `id`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly fieldErrors: readonly FieldError[];
  /** Id of the request in the API's log. */
  readonly requestId: string | undefined;
  /** The earlier order that `payment-open` is about. */
  readonly order: Problem['order'];

  constructor(
    readonly id: ApiErrorId,
    message: string,
    details: Partial<
      Pick<ApiError, 'status' | 'retryAfterSeconds' | 'fieldErrors' | 'requestId' | 'order'>
    > = {},
  ) {
    super(message);
    this.status = details.status ?? 0;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.fieldErrors = details.fieldErrors ?? [];
    this.requestId = details.requestId;
    this.order = details.order;
  }
}

/** An error that is not the client's own is reported as an unreadable response. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('unreadable', String(error));
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether the request goes on after the visitor has left the page; its body has at most 64 KB then. */
  readonly keepalive?: boolean;
}

/**
 * Calls the API: `await api(calls.readBook, { params: { bookId: 1 } })`.
 * @throws ApiError
 */
export type ApiClient = <Input extends CallRequest, Output>(
  call: Call<Input, Output>,
  input: NoInfer<Input>,
  options?: CallOptions,
) => Promise<Output>;
