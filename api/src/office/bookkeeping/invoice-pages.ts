import { formatPounds, longDate, normaliseLine } from '@isa/api-contract';
import { In, LessThanOrEqual } from 'typeorm';
import { z } from 'zod';
import { CreditNotes, Invoices, OrderEvents, Orders, Refunds } from '../../database/entities';
import { addressLines } from '../../features/orders/address-lines';
import { creditNoteNumber, creditNotePdf, issueCreditNote } from '../../features/orders/credit-notes';
import type { OrderDeps } from '../../features/orders/deps';
import { invoiceNumber, invoicePdf, issueInvoice } from '../../features/orders/invoices';
import { readLines } from '../../features/orders/order-lines';
import { orderNumber } from '../../features/orders/order-number';
import type { ApiRouter } from '../../http/context';
import { input, textarea } from '../../http/form-fields';
import { html } from '../../http/html';
import { required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { unprintable } from '../../platform/pdf';
import { addForm, formElement, idOf, type OfficeContext } from '../forms';
import type { OfficeSession } from '../office-session';

const printable = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .superRefine(async (text, ctx) => {
      const missing = await unprintable(text);
      if (missing.length > 0)
        ctx.addIssue({
          code: 'custom',
          message: `The PDF cannot show ${missing.join(' ')}. Write it with Latin, Greek or Cyrillic letters.`,
        });
    });

/** Issuing invoices for paid orders and credit notes for their refunds, and each as PDF. */
export function addInvoicePages(router: ApiRouter, session: OfficeSession, deps: OrderDeps): void {
  const { db, env } = deps;
  const invoices = db.getRepository(Invoices);
  const sendPdf = (ctx: OfficeContext, number: string, bytes: Buffer) => {
    ctx.set('Content-Disposition', `inline; filename="${number}.pdf"`);
    ctx.type = 'application/pdf';
    ctx.body = bytes;
  };

  addForm(router, '/orders/:id/invoice', session, {
    async load(ctx) {
      const order = required(await db.getRepository(Orders).findOneBy({ id: idOf(ctx) }));
      const last = await invoices.findOne({ where: { orderId: order.id }, order: { number: 'DESC' } });
      return { order, last };
    },
    schema: z.object({
      billTo: printable(600)
        .min(1, 'Enter name and address.')
        .refine((text) => text.split('\n').length <= 10, 'At most ten lines.'),
      vatNumber: printable(20).transform((text) => normaliseLine(text) || null),
      last: z.coerce.number<string>().int().optional(),
    }),
    initial: ({ order }) => {
      const address = addressLines(order);
      const lines = address.length > 0 ? address : [order.buyerName ?? ''];
      return { billTo: [...new Set([order.company ?? '', ...lines])].filter(Boolean).join('\n') };
    },
    page: ({ order, last }, form) => ({
      title: `Invoice for order ${orderNumber(order)}`,
      body: html`${
          last !== null &&
          html`<p class="notice">
            <a href="/invoices/${last.id}">Invoice ${invoiceNumber(last)}</a> has been issued for this order.
            Another one replaces it.
          </p>`
        }
        ${formElement(
          form,
          'Issue the invoice',
          html`<input type="hidden" name="last" value="${last?.number}" />
            ${textarea(form, { name: 'billTo', label: 'The buyer’s name and address', required: true })}
            ${input(form, { name: 'vatNumber', label: 'The buyer’s VAT number', hint: 'Leave it empty if there is none.' })}`,
        )}
        <p class="quiet">
          An invoice gets the next number and stays as it is. If something is wrong, issue another one, which
          says which one it replaces. The buyer does not get it from us: download it from the order, and send
          it to ${order.buyerEmail ?? 'them'}.
        </p>
        <p><a href="/orders/${order.id}">Back to the order</a></p>`,
    }),
    async submit({ order }, values, ctx, key) {
      await issueInvoice(deps, order, { ...values, key, by: visitorOf(ctx).userId });
      return `/orders/${order.id}`;
    },
  });

  router.get('/invoices/:id', async (ctx) => {
    const invoice = required(await invoices.findOneBy({ id: idOf(ctx) }));
    const { orderId, issuedAt } = invoice;
    const until = LessThanOrEqual(issuedAt);
    const [order, lines, refunds, returns] = await Promise.all([
      db.getRepository(Orders).findOneByOrFail({ id: orderId }),
      readLines(db.manager, [orderId]),
      db.getRepository(Refunds).find({
        where: { orderId, state: In(['done', 'undone']), completedAt: until },
        order: { id: 'ASC' },
      }),
      db.getRepository(OrderEvents).findBy({ orderId, kind: 'reinstated', at: until }),
    ]);
    // What has changed since the invoice was issued does not change it.
    const known = refunds.filter(
      ({ state, completedAt }) =>
        state === 'done' || !returns.some(({ at }) => completedAt !== null && at >= completedAt),
    );
    const pdf = await invoicePdf({ invoice, order, lines, refunds: known }, env.seller);
    sendPdf(ctx, invoiceNumber(invoice), pdf);
  });

  addForm(router, '/refunds/:id/credit-note', session, {
    async load(ctx) {
      const refund = required(await db.getRepository(Refunds).findOneBy({ id: idOf(ctx) }));
      const order = await db.getRepository(Orders).findOneByOrFail({ id: refund.orderId });
      const note = await db.getRepository(CreditNotes).findOneBy({ refundId: refund.id });
      return { refund, order, note };
    },
    schema: z.object({}),
    page: ({ refund, order, note }, form) => ({
      title: `Credit note for order ${orderNumber(order)}`,
      body: html`${
          refund.state === 'done'
            ? html`<p>
                It tells the buyer’s bookkeeper that ${formatPounds(refund.amount)} was refunded on
                ${longDate(refund.completedAt ?? refund.createdAt)}, with the VAT in it. Name, address and VAT
                number are those of the order’s last invoice.
              </p>`
            : html`<p>PayPal has not confirmed this refund, or has taken it back. The order says more.</p>`
        }
        ${
          note === null
            ? refund.state === 'done' && formElement(form, 'Issue the credit note', html``)
            : html`<p class="notice">
                <a href="/credit-notes/${note.id}">Credit note ${creditNoteNumber(note)}</a> has been issued
                for this refund.
              </p>`
        }
        <p class="quiet">
          A credit note gets the next number and stays as it is. Each refund has at most one. Download it from
          the order, and send it to ${order.buyerEmail ?? 'the buyer'}.
        </p>
        <p><a href="/orders/${order.id}">Back to the order</a></p>`,
    }),
    async submit({ refund }, _values, ctx) {
      await issueCreditNote(deps, refund.id, visitorOf(ctx).userId);
      return `/orders/${refund.orderId}`;
    },
  });

  router.get('/credit-notes/:id', async (ctx) => {
    const note = required(await db.getRepository(CreditNotes).findOneBy({ id: idOf(ctx) }));
    const refund = await db.getRepository(Refunds).findOneByOrFail({ id: note.refundId });
    const order = await db.getRepository(Orders).findOneByOrFail({ id: refund.orderId });
    const lines = await readLines(db.manager, [order.id]);
    sendPdf(ctx, creditNoteNumber(note), await creditNotePdf({ note, refund, order, lines }, env.seller));
  });
}
