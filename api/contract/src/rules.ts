import { messages } from './messages';

/*
 * The validation rules of specification §5, shared by forms and API. Each returns the message to show, or `undefined`
 * for a valid value.
 */
const NAME_MIN_LENGTH = 3;
const PASSWORD_MIN_LENGTH = 8;
/**
 * The longest password in bytes. bcrypt ignores the bytes beyond, so a longer one would be weaker than it
 * looks.
 */
export const PASSWORD_MAX_BYTES = 72;
const EMAIL_MAX_LENGTH = 254;
const PASSKEY_NAME_MAX_LENGTH = 60;
/** The most passkeys that one account may have. */
export const MAX_PASSKEYS = 10;
/** The departments that a visitor can write to (specification §3). */
export const DEPARTMENTS = ['Sales', 'Marketing', 'Customer Support'] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** Excludes spaces, control characters, unpaired surrogates (`\p{C}`) and the special characters of mail headers. */
const EMAIL_PATTERN =
  /^[^\s\p{C}@<>"(),:;\\[\]]+@[^\s\p{C}@.<>"(),:;\\[\]]+(?:\.[^\s\p{C}@.<>"(),:;\\[\]]+)+$/u;

/** Whether a text without surrounding spaces is an e-mail address of at most 254 characters. */
export function isEmail(value: string): boolean {
  return value.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(value);
}

/** Checks names and user names. */
export function nameError(value: string): string | undefined {
  if (value.trim().length < NAME_MIN_LENGTH) return messages.account.nameTooShort;
  return /\d/.test(value) ? messages.account.nameHasNumber : undefined;
}

/** Checks e-mail addresses of accounts; surrounding spaces are ignored. */
export function emailError(value: string): string | undefined {
  return isEmail(value.trim()) ? undefined : messages.account.emailInvalid;
}

/** Checks new passwords: 8 characters to 72 bytes. The API also refuses common ones. */
export function passwordError(value: string): string | undefined {
  if (value.length < PASSWORD_MIN_LENGTH) return messages.account.passwordTooShort;
  return new TextEncoder().encode(value).length > PASSWORD_MAX_BYTES
    ? messages.account.passwordTooLong
    : undefined;
}

/** Checks names of passkeys, such as "Ada’s iPhone 15". */
export function passkeyNameError(value: string): string | undefined {
  const { length } = value.trim();
  return length === 0 || length > PASSKEY_NAME_MAX_LENGTH || /\p{C}/u.test(value)
    ? messages.account.passkeyNameInvalid
    : undefined;
}

/** Checks the repetition of a new password. */
export function confirmationError(password: string, confirmation: string): string | undefined {
  return password === confirmation ? undefined : messages.account.passwordsDiffer;
}

/** The form of an address that is unique per account: trimmed, NFKC, lower case. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/** The longest company name on a receipt, in UTF-16 code units, as fields count them. */
export const COMPANY_MAX_LENGTH = 120;
/** The longest number of a buyer's own purchase order, in UTF-16 code units. */
export const PURCHASE_ORDER_MAX_LENGTH = 60;

/** Checks the company on a receipt, which is optional. */
export function companyError(value: string): string | undefined {
  return lineError(value, COMPANY_MAX_LENGTH);
}

/** Checks a buyer's own number of the purchase, which is optional. */
export function purchaseOrderError(value: string): string | undefined {
  return lineError(value, PURCHASE_ORDER_MAX_LENGTH);
}

/**
 * Checks a text that receipts and mails show as one line, so that control and direction characters are refused.
 */
function lineError(value: string, maxLength: number): string | undefined {
  if (value.length > maxLength) return `Please use at most ${maxLength} characters.`;
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value)
    ? 'Please use ordinary characters on one line.'
    : undefined;
}
