import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { PayPalError } from '../paypal-error';
import { readText } from './requests';

export interface Credentials {
  readonly clientId: string;
  readonly secret: string;
}

/** PayPal's access tokens live nine hours. */
const TOKEN_SECONDS = 32_400;

export interface Access {
  /** POST /v1/oauth2/token with the client's credentials. */
  readonly issueToken: Middleware;
  /** Lets a request through that carries a living token. */
  readonly requireToken: Middleware;
  /** Ends all tokens, as a restart of the sandbox does. */
  revokeAll(): void;
}

export function createAccess({ clientId, secret }: Credentials): Access {
  const tokens = new Map<string, number>();

  return {
    async issueToken(ctx) {
      const form = new URLSearchParams(await readText(ctx));
      ctx.set('Cache-Control', 'no-store');
      if (
        !same(ctx.get('Authorization'), `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`)
      ) {
        ctx.status = 401;
        ctx.body = { error: 'invalid_client', error_description: 'Client Authentication failed' };
        return;
      }
      if (form.get('grant_type') !== 'client_credentials') {
        ctx.status = 400;
        ctx.body = { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' };
        return;
      }
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
    async requireToken(ctx, next) {
      const token = bearer(ctx);
      if (token === undefined) throw new PayPalError(401);
      const until = tokens.get(token);
      if (until === undefined || until < Date.now()) {
        ctx.status = 401;
        ctx.body = {
          error: 'invalid_token',
          error_description: 'The token passed in was not found in the system',
        };
        return;
      }
      await next();
    },
    revokeAll: () => tokens.clear(),
  };
}

function bearer(ctx: Context): string | undefined {
  return /^Bearer (\S+)$/i.exec(ctx.get('Authorization'))?.[1];
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
