import { MAX_PASSKEYS } from './rules';

/**
 * Every error of the API, sent as `application/problem+json` (RFC 9457) with `type` `/problems/<id>`. Clients branch
 * on the id, never on a text.
 */
export const problems = {
  'invalid-request': { status: 400, title: 'The request is not valid.' },
  'not-signed-in': { status: 401, title: 'Please log in first.' },
  'invalid-credentials': { status: 401, title: 'Invalid credentials !!!' },
  'password-needed': { status: 401, title: 'Please enter the password of this account.' },
  'invalid-passkey': { status: 401, title: 'This passkey was not accepted. Please try again.' },
  'invalid-signature': { status: 401, title: 'The signature does not match.' },
  'payment-declined': { status: 402, title: 'The payment was declined. Please choose another way to pay.' },
  forbidden: { status: 403, title: 'This is not allowed.' },
  'wrong-origin': { status: 403, title: 'The request came from another site.' },
  'other-browser': { status: 403, title: 'This link only works in the browser that you requested it from.' },
  preview: { status: 403, title: 'This is a preview, so you cannot log in here.' },
  'no-access': { status: 403, title: 'Premium access is needed for this video.' },
  'not-found': { status: 404, title: 'There is nothing here.' },
  'method-not-allowed': { status: 405, title: 'This method is not available here.' },
  'already-registered': { status: 409, title: 'Already registered' },
  'account-in-use': {
    status: 409,
    title: 'Something was bought with this account, so it cannot be deleted here.',
  },
  'passkey-exists': { status: 409, title: 'This passkey has already been added.' },
  'too-many-passkeys': {
    status: 409,
    title: `An account can have at most ${MAX_PASSKEYS} passkeys. Please remove one first.`,
  },
  'already-owned': { status: 409, title: 'You already have premium access to all lessons.' },
  'price-changed': { status: 409, title: 'A price has changed. Please check your cart.' },
  'sold-out': { status: 409, title: 'A product is not for sale at the moment. Please check your cart.' },
  'payment-open': {
    status: 409,
    title: 'Your earlier payment is still being processed. Please do not pay again until we have checked it.',
  },
  'order-not-approved': { status: 409, title: 'The payment has not been approved yet.' },
  'order-not-payable': { status: 409, title: 'This order can no longer be paid.' },
  'not-cancellable': {
    status: 409,
    title: 'This order can no longer be cancelled here. Please write to us.',
  },
  'not-returnable': {
    status: 409,
    title: 'This order can no longer be returned here. Please write to us.',
  },
  'nothing-to-refund': { status: 409, title: 'That is more than can still be refunded.' },
  'changed-meanwhile': {
    status: 409,
    title: 'Someone else has saved a new version since you opened this page. Please open it again.',
  },
  'nothing-to-claim': { status: 409, title: 'There is no paid order to record.' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive. Please try again.' },
  'link-expired': { status: 410, title: 'This link is no longer valid. Please ask for a new one.' },
  'passkey-expired': { status: 410, title: 'That took too long. Please try again.' },
  'too-large': { status: 413, title: 'The request is too large.' },
  'address-too-long': { status: 414, title: 'The address is too long.' },
  'unsupported-media-type': { status: 415, title: 'Please send JSON.' },
  'range-not-satisfiable': { status: 416, title: 'That part of the file does not exist.' },
  'empty-basket': { status: 422, title: 'The cart is empty.' },
  'consent-missing': { status: 422, title: 'Please agree to immediate access first.' },
  'too-many-requests': { status: 429, title: 'Too many attempts. Please wait a moment.' },
  'headers-too-large': {
    status: 431,
    title: 'Your browser has stored too many cookies for this website. Please delete them and try again.',
  },
  'internal-error': { status: 500, title: 'Oops! Something went wrong.' },
  'payment-unavailable': {
    status: 502,
    title: 'PayPal is not responding. Please check your order before you pay again.',
  },
  busy: { status: 503, title: 'We are busy right now. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; title: string }>;

/** The ids of all errors that the API answers with; each has an HTTP status and a title in `problems`. */
export type ProblemId = keyof typeof problems;

/** One invalid field of a request, with the message to show next to it. */
export interface FieldError {
  /** Dotted path into the request, such as `body.email`. */
  readonly path: string;
  readonly message: string;
}

/** The body of every 4xx and 5xx response. */
export interface Problem {
  readonly type: string;
  readonly id: ProblemId;
  readonly title: string;
  readonly status: number;
  /** The text that clients of the specification show (§7, §8). Equal to `title` unless there are details. */
  readonly message: string;
  readonly requestId: string;
  readonly errors?: readonly FieldError[];
  /** The earlier order that `payment-open` is about, for `checkOrder`. */
  readonly order?: { readonly number: string; readonly link: string };
}
