import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import { UserError } from '../../../packages/node/user-error';

const parse = bodyParser({
  enableTypes: ['form'],
  formLimit: '8kb',
  onError(error) {
    throw new UserError('The form is too long or could not be read.', { cause: error });
  },
});

/** @throws UserError when the body is not a form, or longer than any form of these pages. */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  if (!ctx.is('application/x-www-form-urlencoded')) {
    throw new UserError('Only forms of these pages are accepted.');
  }
  await parse(ctx, async () => undefined);
  return new URLSearchParams(ctx.request.rawBody);
}

/** Browsers state the origin in headers that scripts cannot set (Fetch Metadata; `Origin`, RFC 6454). */
export function isSameOrigin(ctx: Context, own: string): boolean {
  const [site, origin] = [ctx.get('Sec-Fetch-Site'), ctx.get('Origin')];
  if (!site && !origin) return false;
  return (!site || site === 'same-origin') && (!origin || origin === own);
}
