import { type FieldError, type ProblemId, problems } from '@isa/api-contract';

interface Details {
  /** What more can be said to people than the problem's title. */
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  /** Seconds after which another try makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A refusal with a name. Thrown wherever it is noticed, translated into HTTP once (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly id: ProblemId;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(id: ProblemId, details: Details = {}) {
    super(details.message ?? problems[id].title, { cause: details.cause });
    this.id = id;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return problems[this.id].status;
  }
}
