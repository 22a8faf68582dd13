import { Router } from '@koa/router';
import type { Context } from 'koa';
import { readAsset } from './assets';
import type { Credentials } from './rest/access';

/** Of the funding sources that PayPal's script knows, those that a British buyer is ever offered. */
const eligibleCurrencies = {
  paypal: ['GBP', 'EUR', 'USD'],
  paylater: ['GBP', 'EUR', 'USD'],
  venmo: ['USD'],
  card: ['GBP', 'EUR', 'USD'],
} as const satisfies Record<string, readonly string[]>;

/** PayPal shows these only where the shop asks for them. */
const onRequest = new Set(['paylater', 'venmo']);

interface Dependencies {
  readonly credentials: Credentials;
  readonly origin: () => string;
}

/** `/sdk/js`: the script that puts `window.paypal` on the shop's page. */
export function sdkRouter({ credentials, origin }: Dependencies): Router {
  const router = new Router();
  const script = readAsset('sdk.js');
  router.get('/sdk/js', (ctx) => {
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    const refusal = validate(ctx, credentials.clientId);
    if (refusal) {
      ctx.status = 400;
      ctx.body = `throw new Error(${JSON.stringify(`SDK Validation error: '${refusal}'`)});`;
      return;
    }
    const currency = parameter(ctx, 'currency') ?? 'USD';
    const enabled = list(ctx, 'enable-funding');
    const disabled = list(ctx, 'disable-funding');
    const funding = Object.entries(eligibleCurrencies)
      .filter(
        ([source, currencies]) =>
          (currencies as readonly string[]).includes(currency) && !disabled.includes(source),
      )
      .map(([source]) => source)
      .filter((source) => !onRequest.has(source) || enabled.includes(source));
    const components = list(ctx, 'components');
    const configuration = {
      origin: origin(),
      funding,
      buttons: components.length === 0 || components.includes('buttons'),
    };
    ctx.body = `${script.trimEnd().replace(/;$/, '')}(${JSON.stringify(configuration)});\n`;
  });
  return router;
}

function validate(ctx: Context, clientId: string): string | undefined {
  const given = parameter(ctx, 'client-id');
  if (given === undefined) return 'Expected client-id to be passed';
  if (given !== clientId) return 'client-id not recognized for the sandbox';
  const currency = parameter(ctx, 'currency') ?? 'USD';
  return (eligibleCurrencies.paypal as readonly string[]).includes(currency) ? undefined : 'Invalid currency';
}

function parameter(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name];
  return typeof value === 'string' ? value : undefined;
}

function list(ctx: Context, name: string): string[] {
  return (parameter(ctx, name) ?? '').split(',').filter((entry) => entry !== '');
}
