import { randomBytes } from 'node:crypto';

const kinds = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: ['AUTHENTICATION_FAILURE', 'Authentication failed due to missing or invalid credentials.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  422: ['UNPROCESSABLE_ENTITY', 'The requested action could not be performed or failed business validation.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
} as const;

/** An error in the shape of PayPal's REST APIs: name, message, details, debug_id and links. */
export class PayPalError extends Error {
  constructor(
    readonly status: keyof typeof kinds,
    /** Issues of PayPal's references, and their places in the request. */
    private readonly details: readonly Readonly<{
      issue: string;
      field?: string | undefined;
      value?: string;
    }>[] = [],
    private readonly links: readonly object[] = [],
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
    const details = this.details.map((detail) => ({
      ...detail,
      description: detail.issue.toLowerCase().replaceAll('_', ' '),
    }));
    return {
      name,
      ...(details.length > 0 && { details }),
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
export function unprocessable(issue: string, field?: string): PayPalError {
  return new PayPalError(422, [{ issue, field }]);
}

export function notFound(value: string): PayPalError {
  return new PayPalError(404, [{ issue: 'INVALID_RESOURCE_ID', field: 'id', value }]);
}
