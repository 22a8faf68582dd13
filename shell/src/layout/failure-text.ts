import { messages, waitingTime } from '@isa/api-contract';
import { ApiError, type ApiErrorId } from '@isa/contract';

const texts: Partial<Record<ApiErrorId, (error: ApiError) => string>> = {
  'too-many-requests': ({ retryAfterSeconds }) =>
    `Too many attempts. Please try again ${waitingTime(retryAfterSeconds)}.`,
  busy: ({ retryAfterSeconds }) =>
    `We are busy right now. Please try again ${waitingTime(retryAfterSeconds)}.`,
  preview: ({ message }) => message,
  'cookies-blocked': ({ message }) => message,
  'account-in-use': ({ message }) => message,
  'invalid-passkey': () => 'This passkey was not accepted. Please try again, or use your password.',
  'passkey-exists': ({ message }) => message,
  'too-many-passkeys': ({ message }) => message,
  network: () =>
    'The academy could not be reached. Please check your connection and try again; what you typed is still here.',
  timeout: () => 'The academy took too long to answer. Please try again; what you typed is still here.',
  // A public Wi-Fi answers with its own login page, a proxy with its own error.
  unreadable: () =>
    'We did not get an answer from the academy. If your network has a login page, open it first. Then try again; what you typed is still here.',
};

const loadTexts: Partial<Record<ApiErrorId, string>> = {
  network: 'The academy could not be reached. Please check your connection and try again.',
  timeout: 'The academy took too long to answer. Please try again.',
  unreadable:
    'We did not get an answer from the academy. If your network has a login page, open it first. Then try again.',
};

/** The text for an error that the visitor can do something about; `undefined` for all others. */
export function specificFailureText(error: unknown): string | undefined {
  return error instanceof ApiError ? texts[error.id]?.(error) : undefined;
}

export function failureText(error: unknown): string {
  return specificFailureText(error) ?? messages.somethingWrong;
}

/** The text for content that could not be loaded. It does not mention typed text, because there is none. */
export function loadFailureText(error: unknown): string {
  return (error instanceof ApiError ? loadTexts[error.id] : undefined) ?? failureText(error);
}

/** @returns whether the server may have done what it was asked, because only its answer is missing. */
export function isAnswerLost(error: unknown): boolean {
  return error instanceof ApiError && ['network', 'timeout', 'unreadable'].includes(error.id);
}

/** @returns whether a link from an email was used before, has expired or is invalid. */
export function isInvalidLink(error: unknown): boolean {
  return error instanceof ApiError && ['link-expired', 'not-found', 'invalid-request'].includes(error.id);
}
