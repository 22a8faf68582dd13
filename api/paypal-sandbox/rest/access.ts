import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import { PayPalError } from '../paypal-error';
import { readForm } from './requests';

export interface Credentials {
  readonly clientId: string;
  readonly secret: string;
}

/** PayPal's access tokens expire after nine hours. */
const TOKEN_SECONDS = 32_400;

export type Access = ReturnType<typeof createAccess>;

/** Issues and checks access tokens. */
export function createAccess({ clientId, secret }: Credentials) {
  const expected = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  /** Expiry by token, in Unix milliseconds. */
  const tokens = new Map<string, number>();

  return {
    /** POST /v1/oauth2/token with the client's credentials. */
    async issueToken(ctx: Context) {
      const form = await readForm(ctx);
      ctx.set('Cache-Control', 'no-store');
      if (!isEqual(ctx.get('Authorization'), expected))
        return refuse(ctx, 401, 'invalid_client', 'Client Authentication failed');
      if (form.grant_type !== 'client_credentials')
        return refuse(ctx, 400, 'unsupported_grant_type', 'Grant Type is NULL');
      const token = `A21AA${randomBytes(48).toString('base64url')}`;
      tokens.set(token, Date.now() + TOKEN_SECONDS * 1000);
      ctx.body = {
        scope:
          'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund',
        access_token: token,
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
        expires_in: TOKEN_SECONDS,
        nonce: `${new Date().toISOString()}${randomBytes(16).toString('base64url')}`,
      };
    },
    /** Rejects requests without a valid token. */
    async requireToken(ctx: Context, next: Next) {
      const token = /^Bearer (\S+)$/i.exec(ctx.get('Authorization'))?.[1];
      if (token === undefined) throw new PayPalError(401);
      if ((tokens.get(token) ?? 0) < Date.now())
        return refuse(ctx, 401, 'invalid_token', 'The token passed in was not found in the system');
      await next();
    },
    /** Revokes all tokens, as a restart of the sandbox does. */
    revokeAll: () => tokens.clear(),
  };
}

/** Responds with an error in the shape of OAuth 2.0 (RFC 6749, §5.2). */
function refuse(ctx: Context, status: number, error: string, description: string): void {
  ctx.status = status;
  ctx.body = { error, error_description: description };
}

/** Compares in constant time. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
