import { messages } from '@isa/api-contract';
import { ApiError, type ApiErrorId } from '@isa/contract';

const causes: Partial<Record<ApiErrorId, (error: ApiError) => string>> = {
  'too-many-requests': ({ retryAfterSeconds }) =>
    `Too many attempts. Please try again ${waiting(retryAfterSeconds)}.`,
  busy: ({ retryAfterSeconds }) => `We are busy right now. Please try again ${waiting(retryAfterSeconds)}.`,
  network: () =>
    'The academy could not be reached. Please check your connection and try again; what you typed is still here.',
  timeout: () => 'The academy took too long to answer. Please try again; what you typed is still here.',
};

/** Why a form could not be sent, where the visitor can do something about it. */
export function knownFailure(error: unknown): string | undefined {
  return error instanceof ApiError ? causes[error.id]?.(error) : undefined;
}

/** What a visitor is told when a form could not be sent. */
export function failureText(error: unknown): string {
  return knownFailure(error) ?? messages.somethingWrong;
}

/** True when the link of a mail has been used, is too old or was never one of ours. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && ['link-expired', 'not-found', 'invalid-request'].includes(error.id);
}

function waiting(seconds: number | undefined): string {
  if (seconds === undefined || seconds < 1) return 'in a moment';
  if (seconds >= 90) return `in ${Math.ceil(seconds / 60)} minutes`;
  return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
