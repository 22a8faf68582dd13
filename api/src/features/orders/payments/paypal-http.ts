import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { traceHeaders } from '../../../platform/tracing/spans';
import { createCircuitBreaker } from './circuit-breaker';
import { PaymentError, type PaymentErrorId } from './provider';
import type { PaypalSettings } from './paypal-settings';

const ATTEMPTS = 3;
/** How long before its expiry a token is renewed, in milliseconds. */
const TOKEN_MARGIN_MS = 60_000;

/** How long a caller waits when PayPal asks for it, in milliseconds. */
const MAX_WAIT_MS = 2_000;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const text = z.string().optional();
const errorSchema = z.object({
  name: text,
  error: text,
  debug_id: text,
  details: z.array(z.looseObject({ issue: text })).optional(),
});

/** The issues of PayPal's Orders v2 reference, section errors, that are handled differently. */
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

type PaypalInit = RequestInit & { readonly headers: Readonly<Record<string, string>> };

interface PaypalRequest<Body> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly response: z.ZodType<Body>;
  readonly body?: unknown;
  /** The PayPal-Request-Id, which makes a POST safe to repeat. */
  readonly key?: string;
}

/**
 * PayPal's REST API over fetch. Retries GET and POST with a key after 429, 5xx and time-outs.
 * @param hurry aborted when callers need a response now: calls end as `unavailable`.
 */
export function createPaypalHttp(settings: PaypalSettings, hurry: AbortSignal, now: () => Date) {
  const { apiOrigin, clientId, clientSecret, timeoutMs, retryPauseMs } = settings;
  const circuit = createCircuitBreaker(() => now().getTime());
  let token: { readonly value: string; readonly until: number } | undefined;
  let fetchingToken: Promise<string> | undefined;

  return async <Body>({ method, path, response: schema, body, key }: PaypalRequest<Body>): Promise<Body> => {
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
          // The token was revoked before its expiry, so a new one is requested.
          if (token?.value === value) token = undefined;
          response = await send(await accessToken());
        }
        return await read(response, `${method} ${path}`, schema);
      } catch (error) {
        const mayHelp = error instanceof PaymentError && error.id === 'unavailable';
        const safe = method === 'GET' || key !== undefined;
        if (!mayHelp || !safe || attempt >= ATTEMPTS || hurry.aborted) throw error;
        if (error.retryAfterMs > MAX_WAIT_MS) throw error;
        const backoff = retryPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random());
        await pause(Math.max(error.retryAfterMs, backoff));
      }
    }
  };

  async function accessToken(): Promise<string> {
    if (token && token.until > Date.now()) return token.value;
    fetchingToken ??= fetchToken().finally(() => (fetchingToken = undefined));
    return fetchingToken;
  }

  async function fetchToken(): Promise<string> {
    const response = await request('token', '/v1/oauth2/token', {
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

  async function request(what: string, path: string, init: PaypalInit): Promise<Response> {
    if (!circuit.admits()) {
      throw new PaymentError('unavailable', `PayPal is not called for now: ${what}`, { paused: true });
    }
    // `AbortSignal.any` would leave an entry on `hurry` for each call, as long as the process runs (Node 20).
    const ending = new AbortController();
    const end = () => ending.abort();
    const timer = setTimeout(end, timeoutMs);
    hurry.addEventListener('abort', end);
    if (hurry.aborted) end();
    try {
      const response = await fetch(apiOrigin + path, {
        ...init,
        headers: { ...init.headers, ...traceHeaders() },
        redirect: 'error',
        signal: ending.signal,
      });
      const body = await response.text();
      if (response.status === 429 || response.status >= 500) circuit.failed(retryAfterMs(response));
      else circuit.succeeded();
      return new Response(body || null, response);
    } catch (error) {
      circuit.failed();
      throw new PaymentError('unavailable', `PayPal did not respond: ${what}`, { cause: causeOf(error) });
    } finally {
      clearTimeout(timer);
      hurry.removeEventListener('abort', end);
    }
  }
}

/** @throws PaymentError by status and issue; `unreadable` for a success response without the expected fields. */
async function read<Body>(response: Response, what: string, schema: z.ZodType<Body>): Promise<Body> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    const message = `PayPal's response to ${what} is not JSON (HTTP ${response.status})`;
    throw new PaymentError('unavailable', message, { cause: causeOf(error) });
  }
  if (!response.ok) throw failure(response, what, body);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new PaymentError(
    'unreadable',
    `PayPal's response to ${what} has missing or invalid fields: ${fields}`,
  );
}

function failure(response: Response, what: string, body: unknown): PaymentError {
  const { status } = response;
  const problem = errorSchema.safeParse(body).data;
  const issues = problem?.details?.flatMap(({ issue }) => issue ?? []) ?? [];
  const named = [...issues, problem?.name, problem?.error].filter((name) => name !== undefined);
  const known = named.map((name) => knownIssues[name]).find((id) => id !== undefined);
  const temporary = status === 408 || status === 409 || status === 429 || status >= 500;
  const id = known ?? (temporary ? 'unavailable' : status === 404 ? 'unknown' : 'refused');
  const debug = problem?.debug_id ?? response.headers.get('paypal-debug-id') ?? 'none';
  return new PaymentError(
    id,
    `PayPal refused ${what}: HTTP ${status} ${named.join(' ')} (debug id ${debug})`,
    { notPermitted: id === 'refused' && (status === 401 || status === 403) },
    retryAfterMs(response),
  );
}

/** The pause that a response asks for (RFC 9110, section 10.2.3), in milliseconds. */
function retryAfterMs({ headers }: Response): number {
  const value = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : 0;
}

/** Why a request failed. Only the message of `cause` is used, because the request contains secrets. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.name}: ${cause.message}` : `${error.name}: ${error.message}`;
}
