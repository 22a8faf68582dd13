import { type FieldError, type Problem, type ProblemId, problems } from '@isa/api-contract';
import { isMissingReference } from '../database/errors';

interface Details {
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  /** Seconds for the header `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly order?: Problem['order'];
  readonly cause?: unknown;
  /** Whether the log says already what there is to say about it. */
  readonly isLogged?: boolean;
}

/** An expected failure with an id. Thrown where it is detected, translated into HTTP once (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly order: Problem['order'];
  readonly isLogged: boolean;

  constructor(
    readonly id: ProblemId,
    { message, errors, retryAfterSeconds, order, cause, isLogged = false }: Details = {},
  ) {
    super(message ?? problems[id].title, { cause });
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
    this.order = order;
    this.isLogged = isLogged;
  }

  get status(): number {
    return problems[this.id].status;
  }

  toBody(requestId: string): Problem {
    const { id, status, message, errors, order } = this;
    const { title } = problems[id];
    const type = `/problems/${id}`;
    return {
      type,
      id,
      title,
      status,
      message,
      requestId,
      ...(errors && { errors }),
      ...(order && { order }),
    };
  }
}

/** A problem with one field of a request, shown next to it. @param path such as `body.email` */
export function invalidField(path: string, message: string): ProblemError {
  return new ProblemError('invalid-request', { message, errors: [{ path, message }] });
}

/** @throws ProblemError with the id when there is no value. */
export function required<Value>(value: Value | null | undefined, id: ProblemId = 'not-found'): Value {
  if (value === null || value === undefined) throw new ProblemError(id);
  return value;
}

/** Handles a statement that refers to a row which is gone, such as the session after a logout. */
export function onForeignKeyError(id: ProblemId): (error: unknown) => never {
  return (error) => {
    throw isMissingReference(error) ? new ProblemError(id, { cause: error }) : error;
  };
}
