import { randomBytes } from 'node:crypto';

/** One entry of an error's `details` (references of PayPal's Orders v2 and Payments v2). */
export interface ErrorDetail {
  readonly issue: string;
  readonly description: string;
  /** JSON pointer into the request body. */
  readonly field?: string;
  readonly value?: string;
  readonly location?: 'body' | 'path' | 'header';
}

const kinds = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The server does not support the request payload’s media type.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
} as const satisfies Record<number, readonly [name: string, message: string]>;

export type ErrorStatus = keyof typeof kinds;

/** An error in the shape of PayPal's REST APIs: name, message, details, debug_id and links. */
export class PayPalError extends Error {
  constructor(
    readonly status: ErrorStatus,
    readonly details: readonly ErrorDetail[] = [],
    readonly links: readonly { href: string; rel: string; method?: string }[] = [],
  ) {
    super(details[0]?.issue ?? kinds[status][0]);
  }

  get body() {
    const [name, message] = kinds[this.status];
    const information = this.details.map(({ issue }) => ({
      href: `https://developer.paypal.com/docs/api/orders/v2/#error-${issue}`,
      rel: 'information_link',
      method: 'GET',
    }));
    return {
      name,
      ...(this.details.length > 0 && { details: this.details }),
      message,
      debug_id: debugId(),
      links: [...information, ...this.links],
    };
  }
}

/** PayPal's id of a response, in its header and in error bodies. */
export function debugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13);
}

/** A business rule was broken: 422 with one of the documented issues. */
export function unprocessable(issue: keyof typeof unprocessableIssues, field?: string): PayPalError {
  const location = field === undefined ? {} : { field, location: 'body' as const };
  return new PayPalError(422, [{ ...location, issue, description: unprocessableIssues[issue] }]);
}

/** Issues and texts of PayPal's public API description of Orders v2 and Payments v2. */
const unprocessableIssues = {
  AMOUNT_MISMATCH:
    'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded.',
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  INVALID_CURRENCY_CODE: 'Currency code is invalid or is not currently supported.',
  ITEM_TOTAL_MISMATCH:
    'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  ITEM_TOTAL_REQUIRED:
    'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
  MULTI_CURRENCY_ORDER:
    'Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.',
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  PAYEE_ACCOUNT_INVALID: 'Payee account is invalid.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
} as const;

export function notFound(value: string): PayPalError {
  const description = 'Specified resource ID does not exist. Please check the resource ID and try again.';
  return new PayPalError(404, [
    { field: 'id', value, location: 'path', issue: 'INVALID_RESOURCE_ID', description },
  ]);
}
