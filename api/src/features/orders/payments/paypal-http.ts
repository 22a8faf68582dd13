import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { PaymentError, type PaymentErrorId } from './provider';
import type { PaypalSettings } from './paypal-settings';

const ATTEMPTS = 3;
/** A token is given up this long before it ends, in milliseconds. */
const TOKEN_MARGIN_MS = 60_000;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const errorSchema = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.looseObject({ issue: z.string().optional() })).optional(),
});

/** Issues that branch in our code; PayPal's Orders v2 reference, section errors. */
const knownIssues: Readonly<Record<string, PaymentErrorId>> = {
  INVALID_RESOURCE_ID: 'unknown',
  RESOURCE_NOT_FOUND: 'unknown',
  ORDER_NOT_APPROVED: 'not-approved',
  ORDER_ALREADY_CAPTURED: 'already-captured',
  ORDER_COMPLETION_IN_PROGRESS: 'unavailable',
  PREVIOUS_REQUEST_IN_PROGRESS: 'unavailable',
  INSTRUMENT_DECLINED: 'declined',
  PAYER_ACTION_REQUIRED: 'declined',
  PAYER_CANNOT_PAY: 'declined',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'declined',
  TRANSACTION_REFUSED: 'declined',
};

export interface PaypalRequest<Answer> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: z.ZodType<Answer>;
  readonly body?: unknown;
  /** PayPal-Request-Id: makes a POST safe to repeat. */
  readonly key?: string;
}

export type PaypalCall = <Answer>(request: PaypalRequest<Answer>) => Promise<Answer>;

/**
 * PayPal's REST interface over fetch: one cached token, one time limit per attempt, and repeated attempts
 * where repeating is safe (GET, and POST with a key) and the failure may pass (no answer, 429, 5xx).
 */
export function createPaypalHttp(settings: PaypalSettings): PaypalCall {
  const { apiOrigin, clientId, clientSecret, timeoutMs, retryPauseMs } = settings;
  let token: { readonly value: string; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;

  return async ({ method, path, answer, body, key }) => {
    const send = (value: string): Promise<Response> =>
      request(`${method} ${path}`, path, {
        method,
        headers: {
          authorization: `Bearer ${value}`,
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...(key !== undefined && { 'paypal-request-id': key }),
        },
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      });

    for (let attempt = 1; ; attempt += 1) {
      try {
        const value = await accessToken();
        let response = await send(value);
        if (response.status === 401) {
          // The token was withdrawn before its time; a fresh one settles it.
          if (token?.value === value) token = undefined;
          response = await send(await accessToken());
        }
        return await read(response, `${method} ${path}`, answer);
      } catch (error) {
        const mayPass = error instanceof PaymentError && error.id === 'unavailable';
        const safe = method === 'GET' || key !== undefined;
        if (!mayPass || !safe || attempt >= ATTEMPTS) throw error;
        await pause(retryPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  };

  /** Callers that come together share one request for the token. */
  async function accessToken(): Promise<string> {
    if (token && token.until > Date.now()) return token.value;
    asking ??= fetchToken().finally(() => (asking = undefined));
    return asking;
  }

  async function fetchToken(): Promise<string> {
    const path = '/v1/oauth2/token';
    const response = await request('token', path, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    const { access_token, expires_in } = await read(response, 'token', tokenSchema);
    token = { value: access_token, until: Date.now() + expires_in * 1000 - TOKEN_MARGIN_MS };
    return access_token;
  }

  async function request(what: string, path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(apiOrigin + path, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      throw new PaymentError('unavailable', `PayPal did not answer: ${what}`, { cause: causeOf(error) });
    }
  }
}

/** @throws PaymentError by status and issue; `unavailable` for a success that cannot be read. */
async function read<Answer>(response: Response, what: string, schema: z.ZodType<Answer>): Promise<Answer> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    throw new PaymentError(
      'unavailable',
      `PayPal's answer to ${what} could not be read (HTTP ${response.status})`,
      {
        cause: causeOf(error),
      },
    );
  }
  if (!response.ok) throw failure(response, what, body);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new PaymentError('unavailable', `PayPal's answer to ${what} lacks what is needed: ${fields}`);
}

function failure(response: Response, what: string, body: unknown): PaymentError {
  const { status } = response;
  const problem = errorSchema.safeParse(body).data;
  const issues = problem?.details?.flatMap(({ issue }) => issue ?? []) ?? [];
  const named = [...issues, problem?.name, problem?.error].filter((name) => name !== undefined);
  const known = named.map((name) => knownIssues[name]).find((id) => id !== undefined);
  const passing = status === 408 || status === 409 || status === 429 || status >= 500;
  const id = known ?? (passing ? 'unavailable' : status === 404 ? 'unknown' : 'refused');
  const debug = problem?.debug_id ?? response.headers.get('paypal-debug-id') ?? 'none';
  return new PaymentError(
    id,
    `PayPal refused ${what}: HTTP ${status} ${named.join(' ')} (debug id ${debug})`,
  );
}

/** Node's fetch hides the reason one level down; only its code and words are kept, never the request. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.name}: ${cause.message}` : `${error.name}: ${error.message}`;
}
