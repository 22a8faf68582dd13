import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import { UserError } from '../../tools/user-error';

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

/** Whether a page of this origin submitted the form (Fetch Metadata; older browsers send `Origin`). */
export function isSameOrigin(ctx: Context): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site === 'same-origin';
  const origin = ctx.get('Origin');
  return URL.canParse(origin) && new URL(origin).host === ctx.get('Host');
}
