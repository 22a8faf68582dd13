import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router } from '@koa/router';
import { z } from 'zod';
import { currencies } from './records';
import type { Services } from './services';

/** Browser files are served from the sources: the folder alongside this file, or alongside the build's root. */
const folder = [join(__dirname, 'browser'), join(__dirname, '../../paypal-sandbox/browser')].find(existsSync);

function readAsset(name: string): string {
  if (!folder) throw new Error('The folder with the browser files of the payment sandbox is missing.');
  return readFileSync(join(folder, name), 'utf8');
}

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((entry) => entry !== ''));

/** The address of the script; the errors are PayPal's. */
const scriptSchema = (clientId: string) =>
  z.object({
    'client-id': z
      .string('Expected client-id to be passed')
      .refine((given) => given === clientId, 'client-id not recognized for the sandbox'),
    currency: z.enum(currencies, 'Invalid currency').default('USD'),
    'enable-funding': list,
    'disable-funding': list,
    components: list,
  });

/** `/sdk/js`, the script that sets `window.paypal` on the shop's page, and the files of the buyer's page. */
export function browserRouter({ credentials, origin }: Services): Router {
  const router = new Router();
  const script = readAsset('sdk.js').trimEnd().replace(/;$/, '');
  router.get('/sdk/js', (ctx) => {
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    const { data, error } = scriptSchema(credentials.clientId).safeParse(ctx.query);
    if (error) {
      const text = `SDK Validation error: '${error.issues[0]?.message ?? 'invalid address'}'`;
      ctx.status = 400;
      ctx.body = `throw new Error(${JSON.stringify(text)});`;
      return;
    }
    // What British buyers can get. PayPal offers Pay Later and Venmo only if the shop enables them.
    const optional = [{ source: 'paylater' }, { source: 'venmo', currency: 'USD' }].filter(
      ({ source, currency = data.currency }) =>
        data['enable-funding'].includes(source) && currency === data.currency,
    );
    const funding = ['paypal', ...optional.map(({ source }) => source), 'card'].filter(
      (source) => !data['disable-funding'].includes(source),
    );
    const buttons = data.components.length === 0 || data.components.includes('buttons');
    ctx.body = `${script}(${JSON.stringify({ origin, funding, buttons })});\n`;
  });

  for (const name of ['buyer.css', 'buyer.js']) {
    const content = readAsset(name);
    router.get(`/checkoutnow/${name}`, (ctx) => {
      ctx.type = name;
      ctx.body = content;
    });
  }
  return router;
}
