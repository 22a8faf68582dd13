import {
  formatPounds,
  isBookId,
  londonDay,
  longDate,
  type Pence,
  pence,
  times,
  trackingLink,
} from '@isa/api-contract';
import { In } from 'typeorm';
import { z } from 'zod';
import { lockRow } from '../../database/change-row';
import {
  CreditNotes,
  Invoices,
  type OrderEventRow,
  OrderEvents,
  type OrderLineRow,
  type OrderRow,
  Orders,
  type RefundLine,
  type RefundRow,
  Refunds,
  type RefundState,
  Users,
} from '../../database/entities';
import { transaction } from '../../database/transaction';
import { addressLines } from '../../features/orders/address-lines';
import { mailAddressOf } from '../../features/orders/buyer';
import type { OrderDeps } from '../../features/orders/deps';
import { changeTracking, markSent } from '../../features/orders/dispatch';
import { readDispatchDays } from '../../features/orders/dispatch-date';
import { factsOf } from '../../features/orders/order-history';
import { readLines, readPreOrders, remainingLines } from '../../features/orders/order-lines';
import { creditNoteNumber, isOnInvoice } from '../../features/orders/credit-notes';
import { invoiceNumber, isInvoiceable } from '../../features/orders/invoices';
import { orderNumber, paypalInvoiceId } from '../../features/orders/order-number';
import { openAttention, orderEvents, orderStates } from '../../features/orders/order-states';
import { assertRefundable, refundOf, refundOrder } from '../../features/orders/refund-order';
import { transition } from '../../features/orders/transition';
import type { ApiRouter, FormFields } from '../../http/context';
import { html, type Html } from '../../http/html';
import { invalidField, ProblemError, required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { addForm, type Form, formElement, idOf, namesOf, type OfficeContext } from '../forms';
import { input } from '../../http/form-fields';
import { definitionList, htmlTable } from '../../staff-pages/layout';
import type { OfficeSession } from '../office-session';
import { stateOf } from './order-list';

/** How the history names each event. */
const HISTORY = new Map(Object.entries(orderEvents).map(([name, { history }]) => [name, history]));

type Loaded = Awaited<ReturnType<typeof loadOrder>>;

async function loadOrder({ db, now }: OrderDeps, ctx: OfficeContext) {
  const order = required(await db.getRepository(Orders).findOneBy({ id: idOf(ctx) }));
  const ofOrder = { where: { orderId: order.id }, order: { id: 'ASC' } } as const;
  const [lines, remaining, refunds, events, account, invoices] = await Promise.all([
    readLines(db.manager, [order.id]),
    remainingLines(db.manager, order.id),
    db.getRepository(Refunds).find(ofOrder),
    db.getRepository(OrderEvents).find(ofOrder),
    order.userId === null ? null : db.getRepository(Users).findOneBy({ id: order.userId }),
    db.getRepository(Invoices).find(ofOrder),
  ]);
  const creditNotes = await db
    .getRepository(CreditNotes)
    .findBy({ refundId: In(refunds.map(({ id }) => id)) });
  const nameOf = await namesOf(db, events);
  const history = events.map((event) => {
    const { at, kind, detail } = event;
    const zone = { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' } as const;
    return [
      `${longDate(at)}, ${at.toLocaleTimeString('en-GB', zone)}`,
      `${HISTORY.get(kind) ?? kind}${detail === '' ? '' : ` (${detail})`}`,
      nameOf(event) ?? '',
    ];
  });
  const preOrders = await readPreOrders(db.manager, remaining);
  const dispatchDay = (await readDispatchDays(db.manager, [order], remaining, preOrders)).get(order.id);
  const isLate = dispatchDay !== undefined && dispatchDay < londonDay(now());
  const isPreOrder = preOrders.size > 0;
  const isStuck = order.status === 'capturing' && events.some(({ kind }) => kind === 'capture-stuck');
  return {
    order,
    reasons: reasonsOf(order, events),
    lines,
    remaining,
    refunds,
    history,
    account,
    invoices,
    creditNotes,
    dispatchDay,
    isLate,
    isPreOrder,
    isStuck,
  };
}

/** Why staff have to look at the order. That of an older version may not be in the history. */
function reasonsOf({ status, attention }: OrderRow, events: readonly OrderEventRow[]): readonly string[] {
  if (attention === null) return [];
  const reasons = openAttention(status, events).map(({ reason }) => reason);
  return reasons.includes(attention) ? reasons : [...reasons, attention];
}

const quantity = z.coerce
  .number<string>({ error: 'Enter a number.' })
  .int()
  .min(0, 'Enter 0 or more.')
  .max(99);

const refundSchema = z
  .looseObject({
    scope: z.enum(['all', 'lines']).optional(),
    reason: z
      .string()
      .trim()
      .min(1, 'Enter a reason. The history shows it.')
      .max(200, 'At most 200 characters.'),
    /** The pence that the confirmation has shown; absent in the first step. */
    amount: z.coerce.number<string>().int().positive().transform(pence).optional(),
  })
  .transform(({ scope, reason, amount, ...rest }) => ({ scope, reason, amount, rest }));
type RefundValues = z.output<typeof refundSchema>;

export function addOrderPage(router: ApiRouter, session: OfficeSession, deps: OrderDeps): void {
  const load = (ctx: OfficeContext) => loadOrder(deps, ctx);

  addForm(router, '/orders/:id', session, {
    load,
    schema: z.object({
      trackingNumber: z.string().trim().max(60, 'At most 60 characters.'),
      /** What the form was opened with. */
      before: z.string().default(''),
      wasSent: z.string().default(''),
      isRemoved: z.string().optional(),
    }),
    initial: ({ order }) => ({ trackingNumber: order.trackingNumber ?? '' }),
    page: (loaded, form) => ({
      title: `Order ${orderNumber(loaded.order)}`,
      back: ['/orders', 'Orders'],
      body: orderBody(loaded, form),
    }),
    async submit({ order }, { trackingNumber, before, wasSent, isRemoved }, ctx) {
      const by = visitorOf(ctx).userId;
      if (wasSent !== '') {
        await changeTracking(deps, order.id, {
          trackingNumber,
          before,
          isRemoved: isRemoved !== undefined,
          by,
        });
        return `/orders/${order.id}`;
      }
      const [result] = await markSent(deps, [order.id], { trackingNumber, by });
      if (result?.state === 'not-ready') {
        throw new ProblemError('forbidden', {
          message:
            'This order cannot be sent: it has not been paid, or one of its books has not been published yet.',
        });
      }
      if (result?.state === 'sent-before') {
        const now = await deps.db.getRepository(Orders).findOneByOrFail({ id: order.id });
        const number =
          now.trackingNumber === null
            ? 'without a tracking number'
            : `with the tracking number ${now.trackingNumber}`;
        throw new ProblemError('changed-meanwhile', {
          message: `A colleague has marked this order as sent ${number} since you opened this page. Nothing was changed.`,
        });
      }
      return `/orders/${order.id}`;
    },
  });

  addForm(router, '/orders/:id/attended', session, {
    load,
    schema: z.object({ since: z.string().default('') }),
    page: ({ order, reasons }, form) => ({
      title: `Order ${orderNumber(order)}`,
      body: html`${reasons.map((reason) => html`<p>${reason}</p>`)}
      ${reasons.length === 0 && html`<p>Nothing needs attention.</p>`}
      ${formElement(
        form,
        'Mark as dealt with',
        html`<input type="hidden" name="since" value="${order.attentionAt?.toISOString()}" />`,
      )}`,
    }),
    async submit({ order, reasons }, { since }, ctx) {
      await transaction(deps.db, async (manager) => {
        const row = await lockRow(manager, Orders, order.id);
        if (row.attention === null) return;
        if (row.attentionAt?.toISOString() !== since)
          throw new ProblemError('changed-meanwhile', {
            message:
              'Something else has happened to this order since you opened this page. Please read it first.',
          });
        const changes = { attention: null, attentionAt: null };
        const details = { changes, by: visitorOf(ctx).userId, detail: reasons.join('; ') };
        await transition(deps, manager, row, 'attended', details);
      });
      return `/orders/${order.id}`;
    },
  });

  addForm(router, '/orders/:id/close', session, {
    load,
    schema: z.object({}),
    page: ({ order }, form) => ({
      title: `Close order ${orderNumber(order)}`,
      body: html`<p>
          Close it only if PayPal’s account shows no payment for invoice
          ${paypalInvoiceId(orderNumber(order), order.requestId)}. The buyer gets an email that nothing was
          taken. Should PayPal report the payment later, the order opens again by itself.
        </p>
        ${formElement(form, 'Close the order', undefined, { isDangerous: true })}
        <p><a href="/orders/${order.id}">Back to the order</a></p>`,
    }),
    async submit({ order, isStuck }, _values, ctx) {
      const changes = { failure: 'closed by the office' };
      const isClosed =
        isStuck &&
        (await transaction(deps.db, async (manager) => {
          const row = await lockRow(manager, Orders, order.id);
          const by = visitorOf(ctx).userId;
          return transition(deps, manager, row, 'closed-unpaid', { changes, by });
        }));
      if (!isClosed)
        throw new ProblemError('changed-meanwhile', {
          message: 'Only an order of which PayPal says nothing can be closed. Nothing was changed.',
        });
      return `/orders/${order.id}`;
    },
  });

  addForm(router, '/orders/:id/refund', session, {
    sensitive: true,
    load,
    schema: refundSchema,
    page: (loaded, form) => ({
      title: `Refund of order ${orderNumber(loaded.order)}`,
      body: form.values['amount'] === undefined ? refundBody(loaded, form) : confirmationBody(loaded, form),
    }),
    confirm(loaded, values) {
      if (values.amount !== undefined) return undefined;
      assertRefundable(loaded.order);
      return { amount: String(refundOf(loaded.order, loaded.remaining, chosenLines(loaded, values)).amount) };
    },
    async submit(loaded, values, ctx, key) {
      const { order } = loaded;
      const { reason, amount } = values;
      const request = { key, lines: chosenLines(loaded, values), reason, by: visitorOf(ctx).userId };
      await refundOrder(deps, order.id, { ...request, ...(amount !== undefined && { expected: amount }) });
      return `/orders/${order.id}`;
    },
  });
}

/**
 * Lines that a colleague has refunded meanwhile are named as well, so that the answer says so.
 * @throws ProblemError `invalid-request`
 */
function chosenLines(
  { lines }: Loaded,
  { scope, rest }: Pick<RefundValues, 'scope' | 'rest'>,
): readonly RefundLine[] | 'all' {
  if (scope === 'all') return 'all';
  // Who enters a quantity has chosen, even without the choice above it.
  const chosen = lines.flatMap(({ productId }) => {
    const name = `quantity-${productId}`;
    const parsed = quantity.safeParse(rest[name] || '0');
    if (!parsed.success) throw invalidField(name, parsed.error.issues[0]?.message ?? 'Enter a number.');
    return parsed.data > 0 ? [{ productId, quantity: parsed.data }] : [];
  });
  if (chosen.length === 0) {
    throw invalidField(
      'scope',
      scope === undefined
        ? 'Choose everything, or enter how many of a product.'
        : 'Enter how many of each product to refund.',
    );
  }
  return chosen;
}

function orderBody(loaded: Loaded, form: Form): Html {
  const { order, reasons, lines, history } = loaded;
  return html`${
      reasons.length > 0 &&
      html`<p role="alert">
        ${reasons.join('\n')} <a class="screen" href="/orders/${order.id}/attended">Mark as dealt with</a>
      </p>`
    }
    ${stateLine(loaded)}
    <div class="columns blocks">
      <aside>
        ${hasParcel(loaded) && dispatchCard(loaded, form)} ${deliveryCard(loaded)} ${moneyCard(loaded)}
      </aside>
      <div>
        <div>${linesTable(order, lines)}</div>
        ${buyerCard(loaded)}
        <section class="history">
          <h2>History</h2>
          ${htmlTable(['When', 'What', 'Who'], history, { look: 'log' })}
        </section>
      </div>
    </div>`;
}

function refundLine(loaded: Loaded, refund: RefundRow): Html {
  const { amount, state, reason, failure } = refund;
  const look = state === 'refused' || state === 'failed' ? 'late' : 'notice';
  const text = `Refund of ${formatPounds(amount)} for “${reason}”: ${STATES[state]}. ${failure ?? ''}`;
  return html`<p class="${look}">${text} ${creditNoteLink(loaded, refund)}</p>`;
}

/** The credit note of a refund, or the way to issue it where there is an invoice that it can reduce. */
function creditNoteLink({ creditNotes, invoices }: Loaded, refund: RefundRow): Html | false {
  const { id, state } = refund;
  const note = creditNotes.find(({ refundId }) => refundId === id);
  if (note) {
    const link = html`<a href="/credit-notes/${note.id}">Credit note ${creditNoteNumber(note)}</a>`;
    return state === 'done' ? link : html`${link} no longer applies: tell the buyer.`;
  }
  const last = invoices.at(-1);
  if (state !== 'done' || !last || isOnInvoice(refund, last)) return false;
  return html`<a class="screen" href="/refunds/${id}/credit-note">Issue a credit note</a>`;
}

/** A block of the page. By its class narrow screens know its place below the others. */
function card(className: string, heading: string, content: Html): Html {
  return html`<section class="card ${className}">
    <h2>${heading}</h2>
    ${content}
  </section>`;
}

/** What has to be done with the order, or that nothing has, in a colour. */
function stateLine({ order, dispatchDay, isLate }: Loaded): Html {
  const { tone } = orderStates[order.status];
  const isToSend = dispatchDay !== undefined;
  const colour = isLate || tone === 'error' ? 'bad' : isToSend ? 'warn' : tone === 'success' ? '' : 'idle';
  return html`<p class="state ${colour}">
    ${stateOf({ ...order, attention: null })}
    ${isToSend && html`<span>${isLate ? 'Late: should have been sent' : 'To be sent'} by ${longDate(dispatchDay)}</span>`}
  </p>`;
}

function hasParcel({ order, remaining }: Loaded): boolean {
  return orderStates[order.status].delivers && remaining.some(({ productId }) => isBookId(productId));
}

function buttonLinks(links: Readonly<Record<string, string>>): Html | undefined {
  const buttons = Object.entries(links).map(
    ([path, label]) => html`<a class="button plain" href="${path}">${label}</a>`,
  );
  return buttons.length === 0 ? undefined : html`<p class="actions screen">${buttons}</p>`;
}

function deliveryCard(loaded: Loaded): Html | undefined {
  const { order } = loaded;
  const { id, shippingAddress, trackingNumber, sentAt } = order;
  const isToSend = hasParcel(loaded) && sentAt === null;
  if (shippingAddress === null && trackingNumber === null && !isToSend) return undefined;
  return card(
    'delivery',
    'Delivery',
    html`${
      shippingAddress === null
        ? isToSend && html`<p>PayPal gave no address that we can read: ask the buyer.</p>`
        : html`<pre dir="auto">${addressLines(order).join('\n')}</pre>`
    }
    ${trackingNumber !== null && definitionList({ Tracking: trackingText(trackingNumber) })}
    ${isToSend && buttonLinks({ [`/orders/${id}/address`]: shippingAddress === null ? 'Enter the address' : 'Change the address' })}`,
  );
}

function moneyCard(loaded: Loaded): Html {
  const { order, refunds, invoices, isStuck } = loaded;
  const { id, status, capturedAt, total, refunded, refunding } = order;
  const isRefundable = orderStates[status].delivers && refunded + refunding < total;
  return card(
    'money',
    'Money',
    html`${definitionList({
      Paid: capturedAt ? longDate(capturedAt) : 'not yet',
      Invoices:
        invoices.length === 0
          ? null
          : html`${invoices.map((invoice) => html`<a href="/invoices/${invoice.id}">${invoiceNumber(invoice)}</a> `)}`,
    })}
    ${refunds.map((refund) => refundLine(loaded, refund))}
    ${buttonLinks({
      ...(isRefundable && { [`/orders/${id}/refund`]: 'Refund' }),
      ...(isStuck && { [`/orders/${id}/close`]: 'Close as not paid' }),
      ...(isInvoiceable(order) && { [`/orders/${id}/invoice`]: 'Issue an invoice' }),
    })}`,
  );
}

function buyerCard({ order, account }: Loaded): Html {
  const mailTo = mailAddressOf(order, account);
  return card(
    'buyer',
    'Buyer',
    definitionList({
      Name: order.buyerName,
      Email: order.buyerEmail === null ? null : mailLink(order.buyerEmail),
      Account:
        account && html`<a href="/customers/${account.id}">${account.name}</a> ${mailLink(account.email)}`,
      Emails:
        mailTo === null && order.captureId !== null
          ? 'PayPal did not give us an email address, so the buyer gets no email.'
          : null,
      Company: order.company,
      'Purchase order': order.purchaseOrderNumber,
      'Shown to the buyer': orderStates[order.status].text(factsOf(order, mailTo)),
    }),
  );
}

function trackingText(trackingNumber: string): Html {
  const link = trackingLink(trackingNumber);
  return link === undefined
    ? html`${trackingNumber}`
    : html`<a href="${link}" rel="noreferrer">${trackingNumber}</a>`;
}

/** A link that opens a mail program; characters with a meaning in such addresses are encoded. */
function mailLink(email: string): Html {
  return html`<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a>`;
}

function dispatchCard({ order, isPreOrder }: Loaded, form: Form): Html {
  const isSent = order.sentAt !== null;
  const prints = buttonLinks({
    [`/orders/print?order=${order.id}&print=slips`]: 'Packing slip',
    [`/orders/print?order=${order.id}&print=labels`]: 'Address label',
  });
  // A form that was refused still shows what was typed.
  if (isPreOrder && !isSent && form.message === undefined)
    return card(
      'dispatch',
      'Send',
      html`<p>This order waits for a book that is not published yet. It is sent as one parcel after that.</p>
        ${prints}`,
    );
  return card(
    'dispatch screen',
    isSent ? 'Tracking' : 'Send',
    html`${formElement(
      form,
      isSent ? 'Save the tracking number' : 'Mark as sent',
      html`<input type="hidden" name="before" value="${order.trackingNumber ?? ''}" />
        <input type="hidden" name="wasSent" value="${isSent && '1'}" />
        ${input(form, {
          name: 'trackingNumber',
          label: 'Tracking number',
          hint: isSent
            ? 'The buyer gets it by email, and sees it on the order’s page. An empty field changes nothing.'
            : 'Optional. The buyer gets it by email, and sees it on the order’s page.',
        })}
        ${
          order.trackingNumber !== null &&
          html`<label><input type="checkbox" name="isRemoved" value="1" />Remove the tracking number</label>`
        }`,
    )}
    ${prints}`,
  );
}

function linesTable(order: OrderRow, lines: readonly OrderLineRow[]): Html {
  return htmlTable(
    ['Product', { heading: 'Quantity', isNumeric: true }, { heading: 'Total', isNumeric: true }],
    lines.map(({ title, quantity: count, unitPrice, lineTotal }) => [
      title,
      `${count} × ${formatPounds(unitPrice)}`,
      formatPounds(lineTotal),
    ]),
    { sums: { Shipping: formatPounds(order.shipping), Total: formatPounds(order.total) } },
  );
}

const STATES: Readonly<Record<RefundState, string>> = {
  open: 'waiting for PayPal’s answer',
  pending: 'under way at PayPal',
  done: 'done',
  refused: 'refused',
  failed: 'failed; the money is still with us',
  undone: 'done, and taken back for us',
};

/** The first step: what is refunded. */
function refundBody({ order, remaining }: Loaded, form: Form): Html {
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
  const back = html`<p><a href="/orders/${order.id}">Back to the order</a></p>`;
  if (!orderStates[order.status].delivers || left <= 0)
    return html`${form.message !== undefined && html`<p role="alert">${form.message}</p>`}
      <p>Nothing can be refunded. ${stateOf({ ...order, attention: null })}</p>
      ${back}`;
  return html`${order.refunding > 0 && html`<p class="notice">A refund of ${formatPounds(order.refunding)} is under way. What it contains is not offered again.</p>`}
    ${formElement(
      { ...form, reauthentication: undefined },
      'Check the refund',
      html`<fieldset>
          <legend>What is refunded</legend>
          ${form.errors['scope'] !== undefined && html`<p class="error">${form.errors['scope']}</p>`}
          ${choice('all', `Everything that is left, with shipping: ${formatPounds(left)}`)}
          ${choice('lines', 'These, without shipping:')}
          ${remaining.map(({ productId, title, quantity: count, unitPrice }) =>
            input(form, {
              name: `quantity-${productId}`,
              label: title,
              type: 'number',
              inputmode: 'numeric',
              hint: `Of ${count} at ${formatPounds(unitPrice)} each`,
            }),
          )}
        </fieldset>
        ${input(form, { name: 'reason', label: 'Reason', required: true, hint: 'For the office’s history. The buyer’s email shows the amount and the products, but not the reason.' })}`,
    )}
    <p class="quiet">Nothing is refunded yet. The next page shows the amount.</p>
    ${back}`;
}

/** The second step: the sum, the lines and the buyer, and the button that refunds. */
function confirmationBody(loaded: Loaded, form: Form): Html {
  const { order, account } = loaded;
  const plan = planOf(loaded, form.values);
  if (!plan) return refundBody(loaded, form);
  const { chosen, amount } = plan;
  const lines = chosen.map(({ title, quantity: count, unitPrice }) => [
    title,
    count,
    formatPounds(times(unitPrice, count)),
  ]);
  const value = chosen.reduce((sum, { unitPrice, quantity: count }) => sum + times(unitPrice, count), 0);
  const rest = pence(amount - value);
  const fields = Object.entries(form.values).filter(([name]) => /^(scope|reason|quantity-\d+)$/.test(name));
  return html`${htmlTable(
      ['Refunded', { heading: 'Quantity', isNumeric: true }, { heading: 'Sum', isNumeric: true }],
      lines,
      {
        sums: {
          ...(rest !== 0 && {
            [rest > 0 ? 'Shipping, and what else is left' : 'Refunded before']: formatPounds(rest),
          }),
          Sum: formatPounds(amount),
        },
      },
    )}
    ${definitionList({
      Buyer: account?.name ?? order.buyerName ?? order.buyerEmail ?? 'unknown',
      Reason: form.values['reason'] ?? '',
    })}
    ${formElement(
      form,
      `Refund ${formatPounds(amount)}`,
      html`${fields.map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}" />`)}
        <input type="hidden" name="amount" value="${amount}" />
        <p>
          PayPal returns the money to the account that paid. Premium access ends only if it is one of the
          refunded products.
        </p>`,
    )}
    <p>
      <a href="/orders/${order.id}/refund">Choose again</a>,
      <a href="/orders/${order.id}">back to the order</a>
    </p>`;
}

/** What the submitted values refund now; `undefined` when that is no longer possible. */
function planOf(
  loaded: Loaded,
  values: FormFields,
): { readonly chosen: readonly OrderLineRow[]; readonly amount: Pence } | undefined {
  const parsed = refundSchema.safeParse(values);
  if (!parsed.success) return undefined;
  try {
    return refundOf(loaded.order, loaded.remaining, chosenLines(loaded, parsed.data));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return undefined;
  }
}
