import type { Call, FieldError, ProblemId } from '@isa/api-contract';

/** What can go wrong beyond the API's own problems: no network, no answer in time, an answer nobody can read. */
export type ApiErrorId = ProblemId | 'network' | 'timeout' | 'unreadable';

/** Every failed call rejects with this. Branch on `id`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly id: ApiErrorId;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly fieldErrors: readonly FieldError[];
  /** Names the request in the API's log. */
  readonly requestId: string | undefined;

  constructor(
    id: ApiErrorId,
    message: string,
    details: {
      readonly status?: number;
      readonly retryAfterSeconds?: number | undefined;
      readonly fieldErrors?: readonly FieldError[] | undefined;
      readonly requestId?: string | undefined;
    } = {},
  ) {
    super(message);
    this.id = id;
    this.status = details.status ?? 0;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.fieldErrors = details.fieldErrors ?? [];
    this.requestId = details.requestId;
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls the API: `await api(calls.readBook, { params: { bookId: 1 } })`.
 * @throws ApiError
 */
export type ApiClient = <Input, Output>(
  call: Call<Input, Output>,
  input: NoInfer<Input>,
  options?: CallOptions,
) => Promise<Output>;
