import { messages } from './messages';

/**
 * The validation rules of specification §5, used by the forms on each change and by the API at its
 * entrance. Each returns the message to show, or `undefined` when the value is fine.
 */
export const NAME_MIN_LENGTH = 3;
export const PASSWORD_MIN_LENGTH = 8;
/** bcrypt reads no further than this, so a longer password would be weaker than it looks. */
export const PASSWORD_MAX_BYTES = 72;
export const EMAIL_MAX_LENGTH = 254;
export const DEPARTMENTS = ['Sales', 'Marketing', 'Customer Support'] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** Neither spaces, control characters and unpaired surrogates (`\p{C}`) nor what mail headers give a meaning. */
const EMAIL_PATTERN =
  /^[^\s\p{C}@<>"(),:;\\[\]]+@[^\s\p{C}@.<>"(),:;\\[\]]+(?:\.[^\s\p{C}@.<>"(),:;\\[\]]+)+$/u;

export function isEmail(value: string): boolean {
  return value.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(value);
}

/** For the name and the user name alike. */
export function nameError(value: string): string | undefined {
  if (value.trim().length < NAME_MIN_LENGTH) return messages.account.nameTooShort;
  return /\d/.test(value) ? messages.account.nameHasNumber : undefined;
}

export function emailError(value: string): string | undefined {
  return isEmail(value.trim()) ? undefined : messages.account.emailInvalid;
}

export function passwordError(value: string): string | undefined {
  if (value.length < PASSWORD_MIN_LENGTH) return messages.account.passwordTooShort;
  return new TextEncoder().encode(value).length > PASSWORD_MAX_BYTES
    ? messages.account.passwordTooLong
    : undefined;
}

export function confirmationError(password: string, confirmation: string): string | undefined {
  return password === confirmation ? undefined : messages.account.passwordsDiffer;
}

/** The key under which an address is unique: trimmed, NFKC, lower case. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
