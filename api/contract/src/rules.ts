import { isEmail } from './email-address';
import { messages } from './messages';
import { isBlank, lineError, normaliseLine, normalisePassword, textError } from './typed-text';

/*
 * The validation rules of specification §5, shared by forms and API. Each returns the message to show, or `undefined`
 * for a valid value.
 */
const NAME_MIN_LENGTH = 3;
const NAME_MAX_LENGTH = 120;
const USERNAME_MAX_LENGTH = 60;
const PASSWORD_MIN_LENGTH = 8;
/**
 * The longest password in bytes. bcrypt ignores the bytes beyond, so a longer one would be weaker than it
 * looks.
 */
export const PASSWORD_MAX_BYTES = 72;
const PASSKEY_NAME_MAX_LENGTH = 60;
/** The most passkeys that one account may have. */
export const MAX_PASSKEYS = 10;
/** The departments that a visitor can write to (specification §3). */
export const DEPARTMENTS = ['Sales', 'Marketing', 'Customer Support'] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** Checks full names. */
export function nameError(value: string): string | undefined {
  return anyNameError(value, NAME_MAX_LENGTH);
}

/** Checks user names. */
export function usernameError(value: string): string | undefined {
  return anyNameError(value, USERNAME_MAX_LENGTH);
}

function anyNameError(value: string, maxLength: number): string | undefined {
  const name = normaliseLine(value);
  if (name.length < NAME_MIN_LENGTH || isBlank(name)) return messages.account.nameTooShort;
  if (/\p{Nd}/u.test(name)) return messages.account.nameHasNumber;
  return lineError(name, maxLength);
}

/** Checks email addresses of accounts; surrounding spaces are ignored. */
export function emailError(value: string): string | undefined {
  return isEmail(value) ? undefined : messages.account.emailInvalid;
}

/** Checks new passwords: 8 characters to 72 bytes of the form that is hashed. The API also refuses common ones. */
export function passwordError(value: string): string | undefined {
  const password = normalisePassword(value);
  if (password.length < PASSWORD_MIN_LENGTH) return messages.account.passwordTooShort;
  return new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES
    ? messages.account.passwordTooLong
    : undefined;
}

/** Checks names of passkeys, such as "Ada’s iPhone 15". */
export function passkeyNameError(value: string): string | undefined {
  return isBlank(value) || lineError(value, PASSKEY_NAME_MAX_LENGTH) !== undefined
    ? messages.account.passkeyNameInvalid
    : undefined;
}

/** Checks the repetition of a new password. */
export function confirmationError(password: string, confirmation: string): string | undefined {
  return normalisePassword(password) === normalisePassword(confirmation)
    ? undefined
    : messages.account.passwordsDiffer;
}

/** The longest company name on a receipt. */
export const COMPANY_MAX_LENGTH = 120;
/** The longest number of a buyer's own purchase order. */
export const PURCHASE_ORDER_MAX_LENGTH = 60;

/** Checks the company on a receipt, which is optional. */
export function companyError(value: string): string | undefined {
  return lineError(value, COMPANY_MAX_LENGTH);
}

/** What an invoice, which is a PDF, cannot show: all but Latin, Greek and Cyrillic letters, digits and punctuation. */
const NOT_IN_PDF =
  /[^\x20-\u024F\u0370-\u04FF\u1E00-\u1EF9\u1F00-\u1FFF\u2010-\u2015\u2018-\u2026\u2116\u20AC]/u;

/** Checks a buyer's own number of the purchase, which is optional, and which invoices show. */
export function purchaseOrderError(value: string): string | undefined {
  return (
    lineError(value, PURCHASE_ORDER_MAX_LENGTH) ??
    (NOT_IN_PDF.test(normaliseLine(value))
      ? 'Please use Latin, Greek or Cyrillic letters and digits. An invoice cannot show other characters.'
      : undefined)
  );
}

/** What an organisation says when it asks for a quote, with the longest text of each. */
export const QUOTE_FIELDS = {
  course: 160,
  organisation: 120,
  role: 120,
  people: 60,
  place: 120,
  months: 120,
  purchaseOrder: PURCHASE_ORDER_MAX_LENGTH,
  telephone: 40,
} as const;
export type QuoteField = keyof typeof QUOTE_FIELDS;
export type Quote = Readonly<Partial<Record<QuoteField, string | undefined>>>;

/** What is filled in of a request for a quote; null for other messages. */
export function quoteOf(message: Quote): Quote | null {
  const { course, organisation, role, people, place, months, purchaseOrder, telephone } = message;
  const quote = { course, organisation, role, people, place, months, purchaseOrder, telephone };
  return Object.values(quote).some(Boolean) ? quote : null;
}

/** Checks a field of a request for a quote, of which only the organisation is required. */
export function quoteError(field: QuoteField, value: string): string | undefined {
  if (field === 'organisation' && isBlank(value)) return 'Please enter your organisation.';
  return lineError(value, QUOTE_FIELDS[field]);
}

/** The longest message of the contact form, and the longest answer to it. */
export const MESSAGE_MAX_LENGTH = 5000;

/** Checks the message of the contact form. */
export function messageError(value: string): string | undefined {
  return isBlank(value) ? messages.contact.message : textError(value, MESSAGE_MAX_LENGTH);
}

/** The longest first or last name in the contact form. */
export const SENDER_NAME_MAX_LENGTH = 120;
