import { isEmail } from '@isa/api-contract';
import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { z } from 'zod';
import { html, type Html } from '../src/http/html';
import { PayPalError } from './paypal-error';
import {
  approvalSchema,
  fundingSourceSchema,
  type PaypalAmount,
  type OrderRecord,
  sampleApproval,
} from './records';
import type { Services } from './services';

const sessionSchema = z.object({
  token: z.string().min(1).max(64),
  /** The page that opened the window and receives the result. */
  origin: z.string().default('').transform(webOrigin),
  fundingSource: fundingSourceSchema.catch('paypal'),
  login: z.string().optional(),
});
/** State of the window, passed from step to step in its address and in hidden fields. */
type BuyerSession = Readonly<z.infer<typeof sessionSchema>>;

const choiceSchema = z.object({
  /** Empty for a payer of whom PayPal passes on no address. */
  email: z
    .string()
    .trim()
    .refine((text) => text === '' || isEmail(text))
    .optional(),
  instrument: approvalSchema.shape.instrument.catch('accepted'),
  countryCode: z.enum(['GB', 'C2']).catch('GB'),
  /** Whether the window closes before it tells the shop, as after a lost connection. */
  closes: z.literal('early').optional().catch(undefined),
});

/** The payment window: one page, on which the buyer logs in, chooses a card, and pays or cancels. */
export function buyerRouter({ payments, merchant }: Services): Router {
  const router = new Router({ prefix: '/checkoutnow' });
  router.use(secureHeaders);
  router.get('/opening', (ctx) => {
    ctx.body = layout('Opening', html`<p role="status">Opening the payment window…</p>`);
  });
  router.get('/', (ctx) => {
    ctx.body = withOrder(ctx.query, (order, session) => buyerPage(order, session, merchant.name));
  });
  router.post('/approve', (ctx) => {
    ctx.body = withOrder(ctx.request.body, (order, session) => {
      const choice = choiceSchema.safeParse(ctx.request.body);
      if (!choice.success) {
        ctx.status = 422;
        const error = 'Enter an email address such as name@example.com.';
        return buyerPage(order, { ...session, login: '' }, merchant.name, error);
      }
      const sample = { ...sampleApproval(order), fundingSource: session.fundingSource };
      const { email = sample.email, instrument, countryCode, closes } = choice.data;
      payments.approve(order.id, {
        ...sample,
        email: email === '' ? undefined : email,
        instrument,
        ...(sample.shipping && { shipping: { ...sample.shipping, countryCode } }),
      });
      const result = { type: 'approved', payerID: sample.payerId } as const;
      return resultPage(session, result, closes);
    });
  });
  router.post('/cancel', (ctx) => {
    ctx.body = withOrder(ctx.request.body, (_order, session) => resultPage(session, { type: 'cancelled' }));
  });
  return router;

  function withOrder(fields: unknown, show: (order: OrderRecord, session: BuyerSession) => string): string {
    const { data: session } = sessionSchema.safeParse(fields);
    if (!session) return failed(noSession, 'This link is not complete.');
    try {
      const order = payments.order(session.token);
      return order.capture ? failed(session, 'This order is already paid.') : show(order, session);
    } catch (error) {
      if (!(error instanceof PayPalError)) throw error;
      return failed(session, 'This order is not known here, or it can no longer be paid.');
    }
  }
}

function buyerPage(order: OrderRecord, session: BuyerSession, merchant: string, error?: string): string {
  const { amount, items = [] } = order.request.unit;
  const { email, shipping } = sampleApproval(order);
  const card = (value: string, label: string, checked: boolean) =>
    html`<label
      ><input type="radio" name="instrument" value="${value}" ${checked && html`checked`} />${label}</label
    >`;
  const account = html`<form action="/checkoutnow">
    ${sessionFields(session)}
    <button name="login" value="1">Log in</button>
  </form>`;
  const payment = html`<form method="post" action="/checkoutnow/approve" novalidate>
    ${sessionFields(session)}
    <fieldset>
      <legend>Pay with</legend>
      ${card('accepted', 'Visa ending 1111', true)}
      ${card('declined', 'Visa ending 0002, declined by its bank', false)}
      ${card('reviewed', 'Visa ending 0003, held for PayPal’s review', false)}
    </fieldset>
    <label
      >Email, empty for a payer without one
      <input type="email" name="email" value="${email}" autocomplete="off"
    /></label>
    ${error !== undefined && html`<p role="alert">${error}</p>`}
    ${
      shipping &&
      html`<p>Ship to: ${shipping.fullName}, ${shipping.line1}, ${shipping.city}</p>
        <label
          >Country
          <select name="countryCode">
            <option value="GB">United Kingdom</option>
            <option value="C2">China, which PayPal calls C2</option>
          </select>
        </label>`
    }
    <label
      ><input type="checkbox" name="closes" value="early" />Close this window before the shop hears of the
      payment</label
    >
    <button>Pay ${pounds(amount)}</button>
  </form>`;
  return layout(
    'Pay',
    html`<h1>${order.request.context.brand_name ?? merchant}</h1>
      <ul>
        ${items.map(({ name, quantity, unit_amount }) => html`<li>${quantity} × ${name}: ${pounds(unit_amount)}</li>`)}
      </ul>
      <p>Total: <strong>${pounds(amount)}</strong></p>
      ${session.fundingSource === 'card' || session.login !== undefined ? payment : account}
      <form method="post" action="/checkoutnow/cancel">
        ${sessionFields(session)}
        <button class="secondary">Cancel and return to the shop</button>
      </form>`,
  );
}

const results = {
  approved: ['Thank you', 'The shop is completing your order. This window closes by itself.'],
  cancelled: ['Payment cancelled', 'Nothing was paid. You may close this window.'],
  error: ['This payment cannot go on', ''],
} as const;

/** Sends the result to the opener and closes the window; the text is for windows that stay open. */
function resultPage(
  { token, origin }: BuyerSession,
  result: { readonly type: keyof typeof results; readonly payerID?: string; readonly message?: string },
  closes: 'early' | 'after the message' = 'after the message',
): string {
  const [title, text] = results[result.type];
  const message = JSON.stringify({ from: 'paypal-sandbox', orderID: token, ...result });
  return layout(
    title,
    html`<div data-result="${message}" data-origin="${origin}" data-closes="${closes}">
      <h1>${title}</h1>
      <p role="status">${result.message ?? text}</p>
      <button type="button" data-close>Back to the shop</button>
    </div>`,
  );
}

const noSession: BuyerSession = { token: '', origin: '', fundingSource: 'paypal' };

function failed(session: BuyerSession, message: string): string {
  return resultPage(session, { type: 'error', message });
}

/** The frame of every page in the buyer's window, with a notice that this is a sandbox. */
function layout(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Payment sandbox</title>
        <link rel="stylesheet" href="/checkoutnow/buyer.css" />
        <script src="/checkoutnow/buyer.js" defer></script>
      </head>
      <body>
        <header>
          <strong>No money moves here.</strong> This window plays PayPal for trying out the shop.
        </header>
        <main>${content}</main>
      </body>
    </html>`.markup;
}

function sessionFields({ token, origin, fundingSource }: BuyerSession): Html {
  return html`<input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="origin" value="${origin}" />
    <input type="hidden" name="fundingSource" value="${fundingSource}" />`;
}

function pounds({ currency_code: currency, value }: PaypalAmount): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(Number(value));
}

/** The canonical origin of a web address, else an empty text, which receives no result. */
function webOrigin(value: string): string {
  const url = URL.parse(value);
  return url && ['http:', 'https:'].includes(url.protocol) ? url.origin : '';
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
