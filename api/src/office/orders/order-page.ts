import { formatPounds, isBookId, longDate, pence } from '@isa/api-contract';
import { z } from 'zod';
import {
  type OrderEventKind,
  OrderEvents,
  type OrderLineRow,
  type OrderRow,
  Orders,
  Refunds,
} from '../../database/entities';
import type { OrderDeps } from '../../features/orders/deps';
import { changeTracking, markSent } from '../../features/orders/dispatch';
import { keptLines, readLines } from '../../features/orders/order-lines';
import { orderNumber } from '../../features/orders/order-number';
import { addressLines } from '../../features/orders/order-history';
import { refundOrder } from '../../features/orders/refund-order';
import type { ApiRouter } from '../../http/context';
import { html, type Html } from '../../http/html';
import { invalidField, ProblemError, required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { addForm, type Form, formElement, idOf, namesOf, type OfficeContext } from '../forms';
import { input } from '../../http/form-fields';
import { definitionList, htmlTable } from '../frame';
import type { OfficeSession } from '../office-session';
import { stateOf } from './order-list';

const EVENTS: Readonly<Record<OrderEventKind, string>> = {
  paid: 'Paid',
  sent: 'Marked as sent',
  'tracking-changed': 'Tracking number changed',
  'refund-requested': 'Refund started',
  'refund-done': 'Refund confirmed',
  'refund-refused': 'Refund refused',
  cancelled: 'Cancelled by the buyer',
  'return-asked': 'Return announced by the buyer',
};

type Loaded = Awaited<ReturnType<typeof loadOrder>>;

async function loadOrder({ db }: OrderDeps, ctx: OfficeContext) {
  const order = required(await db.getRepository(Orders).findOneBy({ id: idOf(ctx) }));
  const ofOrder = { where: { orderId: order.id }, order: { id: 'ASC' } } as const;
  const [lines, kept, refunds, events] = await Promise.all([
    readLines(db.manager, [order.id]),
    keptLines(db.manager, order.id),
    db.getRepository(Refunds).find(ofOrder),
    db.getRepository(OrderEvents).find(ofOrder),
  ]);
  const nameOf = await namesOf(db, events);
  const history = events.map((event) => {
    const { at, kind, detail } = event;
    const zone = { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' } as const;
    return [
      `${longDate(at)}, ${at.toLocaleTimeString('en-GB', zone)}`,
      `${EVENTS[kind]}${detail === '' ? '' : ` (${detail})`}`,
      nameOf(event) ?? '',
    ];
  });
  return { order, lines, kept, refunds, history };
}

const quantity = z.coerce
  .number<string>({ error: 'Enter a number.' })
  .int()
  .min(0, 'Enter 0 or more.')
  .max(99);

export function addOrderPage(router: ApiRouter, session: OfficeSession, deps: OrderDeps): void {
  const load = (ctx: OfficeContext) => loadOrder(deps, ctx);

  addForm(router, '/orders/:id', session, {
    load,
    schema: z.object({ trackingNumber: z.string().trim().max(60, 'At most 60 characters.') }),
    initial: ({ order }) => ({ trackingNumber: order.trackingNumber ?? '' }),
    page: (loaded, form) => ({
      title: `Order ${orderNumber(loaded.order)}`,
      body: orderBody(loaded, form),
    }),
    async submit({ order }, { trackingNumber }, ctx) {
      const dispatch = { trackingNumber: trackingNumber || null, by: visitorOf(ctx).userId };
      if (order.sentAt === null) {
        const [result] = await markSent(deps, [order.id], dispatch);
        if (result?.state === 'not-ready') {
          throw new ProblemError('forbidden', {
            message: 'This order cannot be sent: it is not paid, or a book in it is still to be published.',
          });
        }
      } else await changeTracking(deps, order.id, dispatch);
      return `/orders/${order.id}`;
    },
  });

  addForm(router, '/orders/:id/refund', session, {
    sensitive: true,
    load,
    schema: z
      .looseObject({
        scope: z.enum(['all', 'lines']),
        reason: z.string().trim().min(1, 'Enter a reason. The history shows it.').max(200),
      })
      .transform(({ scope, reason, ...rest }) => ({ scope, reason, rest })),
    initial: () => ({ scope: 'lines' }),
    page: (loaded, form) => ({
      title: `Refund of order ${orderNumber(loaded.order)}`,
      body: refundBody(loaded, form),
    }),
    async submit({ order, kept }, { scope, reason, rest }, ctx, key) {
      const chosen = kept.flatMap(({ productId }) => {
        const name = `quantity-${productId}`;
        const parsed = quantity.safeParse(rest[name] || '0');
        if (!parsed.success) throw invalidField(name, parsed.error.issues[0]?.message ?? 'Enter a number.');
        return parsed.data > 0 ? [{ productId, quantity: parsed.data }] : [];
      });
      if (scope === 'lines' && chosen.length === 0) {
        throw new ProblemError('invalid-request', { message: 'Say how many of each are refunded.' });
      }
      const lines = scope === 'all' ? 'all' : chosen;
      await refundOrder(deps, order.id, { key, lines, reason, by: visitorOf(ctx).userId });
      return `/orders/${order.id}`;
    },
  });
}

function orderBody({ order, lines, kept, refunds, history }: Loaded, form: Form): Html {
  const isSendable = order.status === 'captured' && kept.some(({ productId }) => isBookId(productId));
  const isRefundable = order.status === 'captured' && order.refunded + order.refunding < order.total;
  const email =
    order.buyerEmail !== null && html`<a href="mailto:${order.buyerEmail}">${order.buyerEmail}</a>`;
  return html`${definitionList({
      State: stateOf(order),
      Paid: order.capturedAt ? longDate(order.capturedAt) : 'not yet',
      Buyer: html`${order.buyerName ?? ''} ${email}`,
      Company: order.company,
      'Purchase order': order.purchaseOrderNumber,
      Address: order.shippingAddress && html`<pre>${addressLines(order).join('\n')}</pre>`,
    })}
    ${linesTable(order, lines)}
    ${refunds.map(
      ({ amount, state, reason, failure }) =>
        html`<p class="${state === 'refused' ? 'late' : 'notice'}">
          Refund of ${formatPounds(amount)} for “${reason}”:
          ${STATES[state]}.${failure !== null && ` ${failure}`}
        </p>`,
    )}
    ${
      isRefundable &&
      html`<p class="actions screen">
        <a class="button plain" href="/orders/${order.id}/refund">Refund</a>
        <a class="button plain" href="/orders/print?order=${order.id}&print=slips">Packing slip</a>
        <a class="button plain" href="/orders/print?order=${order.id}&print=labels">Address label</a>
      </p>`
    }
    ${
      isSendable &&
      html`<section class="screen">
        <h2>${order.sentAt ? 'Tracking' : 'Send'}</h2>
        ${formElement(
          form,
          order.sentAt ? 'Save the tracking number' : 'Mark as sent',
          input(form, {
            name: 'trackingNumber',
            label: 'Tracking number',
            max: 60,
            hint: order.sentAt
              ? 'Shown on the buyer’s order page.'
              : 'Optional. The buyer gets a mail, and sees it on the order’s page.',
          }),
        )}
      </section>`
    }
    <h2>History</h2>
    ${htmlTable(['When', 'What', 'Who'], history)}`;
}

function linesTable(order: OrderRow, lines: readonly OrderLineRow[]): Html {
  return htmlTable(
    ['Product', { heading: 'Quantity', isNumeric: true }, { heading: 'Total', isNumeric: true }],
    [
      ...lines.map(({ title, quantity: count, lineTotal }) => [title, count, formatPounds(lineTotal)]),
      ['Shipping', '', formatPounds(order.shipping)],
      [html`<strong>Total</strong>`, '', html`<strong>${formatPounds(order.total)}</strong>`],
    ],
  );
}

const STATES = { open: 'waits for PayPal’s answer', done: 'done', refused: 'refused' } as const;

function refundBody({ order, kept }: Loaded, form: Form): Html {
  const choice = (value: string, label: string) =>
    html`<p>
      <label
        ><input
          type="radio"
          name="scope"
          value="${value}"
          ${form.values['scope'] === value && html`checked`}
        />${label}</label
      >
    </p>`;
  const left = pence(order.total - order.refunded - order.refunding);
  return html`${formElement(
      form,
      'Refund',
      html`<fieldset>
          <legend>What is refunded</legend>
          ${choice('all', `Everything that is left, with shipping: ${formatPounds(left)}`)}
          ${choice('lines', 'These, without shipping:')}
          ${kept.map(({ productId, title, quantity: count, unitPrice }) =>
            input(form, {
              name: `quantity-${productId}`,
              label: title,
              type: 'number',
              inputmode: 'numeric',
              hint: `${count} at ${formatPounds(unitPrice)} each`,
            }),
          )}
        </fieldset>
        ${input(form, { name: 'reason', label: 'Reason', required: true, max: 200, hint: 'For the history; the buyer’s mail names the amount only.' })}`,
    )}
    <p class="quiet">
      The money goes back by PayPal to the account that paid. Premium access ends with its own line.
    </p>
    <p><a href="/orders/${order.id}">Back to the order</a></p>`;
}
