import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { readAsset } from '../assets';
import type { Bank } from '../bank';
import { PayPalError } from '../paypal-error';
import type { Merchant } from '../presenter';
import type { OrderRecord } from '../records';
import { readText } from '../rest/requests';
import { initialFields, readFields, toApproval, validate } from './approval-form';
import { loginPage, openingPage, resultPage, reviewPage } from './pages';
import { type BuyerSession, readSession } from './session';

interface Dependencies {
  readonly bank: Bank;
  readonly merchant: Merchant;
}

/** The window in which the buyer agrees, cancels or pays with an instrument that gets declined. */
export function buyerRouter({ bank, merchant }: Dependencies): Router {
  const router = new Router({ prefix: '/checkoutnow' });
  const [styles, script] = [readAsset('buyer.css'), readAsset('buyer.js')];

  router.use(secureHeaders);
  router.get('/buyer.css', (ctx) => {
    ctx.type = 'css';
    ctx.body = styles;
  });
  router.get('/buyer.js', (ctx) => {
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.body = script;
  });
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
  router.post('/login', async (ctx) => {
    const form = new URLSearchParams(await readText(ctx));
    ctx.body = withOrder(Object.fromEntries(form), (order, session) => {
      const fields = initialFields(form.get('buyer') ?? undefined, form.get('email')?.trim());
      return reviewPage({ order, merchant, session, fields });
    });
  });
  router.post('/approve', async (ctx) => {
    const form = new URLSearchParams(await readText(ctx));
    ctx.body = withOrder(Object.fromEntries(form), (order, session) => {
      const fields = readFields(form);
      const errors = validate(order, fields);
      if (Object.keys(errors).length > 0) {
        ctx.status = 422;
        return reviewPage({ order, merchant, session, fields, errors });
      }
      const approval = toApproval(order, session, fields);
      bank.approve(order.id, approval);
      return resultPage(session, { type: 'approved', payerID: approval.payerId });
    });
  });
  router.post('/cancel', async (ctx) => {
    const form = new URLSearchParams(await readText(ctx));
    ctx.body = withOrder(Object.fromEntries(form), (_order, session) =>
      resultPage(session, { type: 'cancelled' }),
    );
  });

  /** The page of an order that can still be paid, else the reason why not. */
  function withOrder(
    fields: Readonly<Record<string, unknown>>,
    show: (order: OrderRecord, session: BuyerSession) => string,
  ): string {
    const session = readSession(fields);
    if (!session)
      return resultPage(
        { token: '', origin: '', fundingSource: 'paypal' },
        failure('This link is not complete.'),
      );
    try {
      const order = bank.order(session.token);
      if (order.capture) return resultPage(session, failure('This order is already paid.'));
      return show(order, session);
    } catch (error) {
      if (!(error instanceof PayPalError)) throw error;
      return resultPage(session, failure('This order is not known here, or it can no longer be paid.'));
    }
  }
  return router;
}

function failure(message: string) {
  return { type: 'error', message };
}

const secureHeaders: Middleware = async (ctx, next) => {
  ctx.type = 'html';
  ctx.set('Cache-Control', 'no-store');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  await next();
};
