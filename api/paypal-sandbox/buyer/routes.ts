import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { readAsset } from '../assets';
import { PayPalError } from '../paypal-error';
import type { OrderRecord } from '../records';
import { readForm } from '../rest/requests';
import { approvalFieldsSchema, initialFields, toApproval, validate } from './approval-form';
import { loginPage, openingPage, resultPage, reviewPage } from './pages';
import { type BuyerSession, readSession } from './session';
import type { Services } from '../services';

const assets = [
  ['buyer.css', 'css'],
  ['buyer.js', 'text/javascript; charset=utf-8'],
] as const;

/** The pages of the payment window, in which the buyer approves or cancels. */
export function buyerRouter({ payments, merchant }: Services): Router {
  const router = new Router({ prefix: '/checkoutnow' });

  router.use(secureHeaders);
  for (const [name, type] of assets) {
    const content = readAsset(name);
    router.get(`/${name}`, (ctx) => {
      ctx.type = type;
      ctx.body = content;
    });
  }
  router.get('/opening', (ctx) => {
    ctx.body = openingPage();
  });

  router.get('/', (ctx) => {
    ctx.body = withOrder(ctx.query, (order, session) =>
      session.fundingSource === 'card'
        ? reviewPage({ order, merchant, session, fields: initialFields(undefined, undefined) })
        : loginPage({ order, merchant, session }),
    );
  });
  step('login', ({ buyer, email }, order, session) => {
    const fields = initialFields(buyer, email?.trim());
    return reviewPage({ order, merchant, session, fields });
  });
  step('approve', (form, order, session, ctx) => {
    const fields = approvalFieldsSchema.parse(form);
    const errors = validate(order, fields);
    if (Object.keys(errors).length > 0) {
      ctx.status = 422;
      return reviewPage({ order, merchant, session, fields, errors });
    }
    const approval = toApproval(order, session, fields);
    payments.approve(order.id, approval);
    return resultPage(session, { type: 'approved', payerID: approval.payerId });
  });
  step('cancel', (_form, _order, session) => resultPage(session, { type: 'cancelled' }));
  return router;

  /** Handles the form of one step. */
  function step(
    name: string,
    show: (
      form: Readonly<Record<string, string>>,
      order: OrderRecord,
      session: BuyerSession,
      ctx: Context,
    ) => string,
  ): void {
    router.post(`/${name}`, async (ctx) => {
      const form = await readForm(ctx);
      ctx.body = withOrder(form, (order, session) => show(form, order, session, ctx));
    });
  }

  /** Shows the page of a payable order, else the reason why it cannot be paid. */
  function withOrder(fields: unknown, show: (order: OrderRecord, session: BuyerSession) => string): string {
    const session = readSession(fields);
    if (!session) return resultPage(noSession, failure('This link is not complete.'));
    try {
      const order = payments.order(session.token);
      if (order.capture) return resultPage(session, failure('This order is already paid.'));
      return show(order, session);
    } catch (error) {
      if (!(error instanceof PayPalError)) throw error;
      return resultPage(session, failure('This order is not known here, or it can no longer be paid.'));
    }
  }
}

const noSession: BuyerSession = { token: '', origin: '', fundingSource: 'paypal' };

function failure(message: string) {
  return { type: 'error', message } as const;
}

const secureHeaders: Middleware = async (ctx, next) => {
  ctx.type = 'html';
  ctx.set({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  });
  await next();
};
