import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import { z } from 'zod';
import { PayPalError } from './paypal-error';

export interface Credentials {
  readonly clientId: string;
  readonly secret: string;
}

/** PayPal's access tokens expire after nine hours. */
const TOKEN_SECONDS = 32_400;
const formSchema = z.object({ grant_type: z.literal('client_credentials') });

export type TokenAccess = ReturnType<typeof createTokenAccess>;

export function createTokenAccess({ clientId, secret }: Credentials) {
  const headerOf = (value: string) =>
    Buffer.from(`Basic ${Buffer.from(`${clientId}:${value}`).toString('base64')}`);
  let accepted = [headerOf(secret)];
  const tokens = new Map<string, number>();

  return {
    issueToken(ctx: Context) {
      const given = Buffer.from(ctx.get('Authorization'));
      ctx.set('Cache-Control', 'no-store');
      if (!accepted.some((header) => given.length === header.length && timingSafeEqual(given, header)))
        return refuse(ctx, 401, 'invalid_client', 'Client Authentication failed');
      if (!formSchema.safeParse(ctx.request.body).success)
        return refuse(ctx, 400, 'unsupported_grant_type', 'Grant Type is NULL');
      const token = `A21AA${randomBytes(48).toString('base64url')}`;
      tokens.set(token, Date.now() + TOKEN_SECONDS * 1000);
      ctx.body = { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS };
    },
    async requireToken(ctx: Context, next: Next) {
      const token = /^Bearer (\S+)$/i.exec(ctx.get('Authorization'))?.[1];
      if (token === undefined) throw new PayPalError(401);
      if ((tokens.get(token) ?? 0) < Date.now())
        return refuse(ctx, 401, 'invalid_token', 'The token passed in was not found in the system');
      await next();
    },
    revokeAll: () => tokens.clear(),
    /** Replaces the client's secrets, of which PayPal allows several at a time, and ends all tokens. */
    acceptSecrets(secrets: readonly string[]) {
      accepted = secrets.map(headerOf);
      tokens.clear();
    },
  };
}

/** Responds with an error in the shape of OAuth 2.0 (RFC 6749, §5.2). */
function refuse(ctx: Context, status: number, error: string, description: string): void {
  ctx.status = status;
  ctx.body = { error, error_description: description };
}
