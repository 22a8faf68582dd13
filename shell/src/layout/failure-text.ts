import { ApiError } from '@isa/contract';
import { messages } from '@isa/api-contract';

/** What a visitor is told when a form could not be sent: the cause where it is known, and what to do. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return messages.somethingWrong;
  switch (error.id) {
    case 'too-many-requests':
      return `Too many attempts. Please try again ${waiting(error.retryAfterSeconds)}.`;
    case 'busy':
      return `We are busy right now. Please try again ${waiting(error.retryAfterSeconds)}.`;
    case 'network':
      return 'The academy could not be reached. Please check your connection and try again; what you typed is still here.';
    case 'timeout':
      return 'The academy took too long to answer. Please try again; what you typed is still here.';
    default:
      return messages.somethingWrong;
  }
}

function waiting(seconds: number | undefined): string {
  if (seconds === undefined || seconds < 1) return 'in a moment';
  if (seconds < 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.ceil(seconds / 60);
  return `in ${minutes} minutes`;
}

/** True where the text names a cause that the visitor can do something about. */
export function isKnownFailure(error: unknown): boolean {
  return failureText(error) !== messages.somethingWrong;
}
