import { Router } from '@koa/router';
import type { Context } from 'koa';
import { readAsset } from './assets';
import type { Services } from './services';

const currencies = ['GBP', 'EUR', 'USD'];

/** The funding sources of PayPal's script that British buyers can get, with their currencies. */
const currenciesOfFunding: Readonly<Record<string, readonly string[]>> = {
  paypal: currencies,
  paylater: currencies,
  venmo: ['USD'],
  card: currencies,
};

/** PayPal offers these only if the shop enables them. */
const disabledByDefault = new Set(['paylater', 'venmo']);

/** `/sdk/js`: the script that sets `window.paypal` on the shop's page. */
export function sdkRouter({ credentials, origin }: Services): Router {
  const router = new Router();
  const script = readAsset('sdk.js').trimEnd().replace(/;$/, '');
  router.get('/sdk/js', (ctx) => {
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    const currency = parameter(ctx, 'currency') ?? 'USD';
    const problem = validate(parameter(ctx, 'client-id'), currency, credentials.clientId);
    if (problem) {
      ctx.status = 400;
      ctx.body = `throw new Error(${JSON.stringify(`SDK Validation error: '${problem}'`)});`;
      return;
    }
    const enabled = list(ctx, 'enable-funding');
    const disabled = list(ctx, 'disable-funding');
    const components = list(ctx, 'components');
    const funding = Object.keys(currenciesOfFunding).filter(
      (source) =>
        currenciesOfFunding[source]?.includes(currency) &&
        !disabled.includes(source) &&
        (!disabledByDefault.has(source) || enabled.includes(source)),
    );
    const buttons = components.length === 0 || components.includes('buttons');
    ctx.body = `${script}(${JSON.stringify({ origin, funding, buttons })});\n`;
  });
  return router;
}

/** PayPal's error message for an invalid address of the script. */
function validate(given: string | undefined, currency: string, clientId: string): string | undefined {
  if (given === undefined) return 'Expected client-id to be passed';
  if (given !== clientId) return 'client-id not recognized for the sandbox';
  return currencies.includes(currency) ? undefined : 'Invalid currency';
}

function parameter(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name];
  return typeof value === 'string' ? value : undefined;
}

function list(ctx: Context, name: string): string[] {
  return (parameter(ctx, name) ?? '').split(',').filter((entry) => entry !== '');
}
