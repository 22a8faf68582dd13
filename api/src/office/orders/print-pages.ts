import { type ContactDetails, isBookId, longDate } from '@isa/api-contract';
import { In } from 'typeorm';
import { z } from 'zod';
import { type OrderLineRow, type OrderRow, Orders } from '../../database/entities';
import type { OrderDeps } from '../../features/orders/deps';
import { remainingLines } from '../../features/orders/order-lines';
import { orderNumber } from '../../features/orders/order-number';
import { addressLines } from '../../features/orders/address-lines';
import type { ApiRouter } from '../../http/context';
import { html, type Html } from '../../http/html';
import { ProblemError } from '../../http/problem-error';
import { sendOfficePage } from '../layout';
import { htmlTable } from '../../staff-pages/layout';
import { PAGE_SIZE } from './find-orders';

const query = z.object({
  order: z.array(z.coerce.number<string>().int().positive()).min(1).max(PAGE_SIZE),
  print: z.enum(['slips', 'labels']),
});

/** Packing slips, a sheet for each order, and address labels, for the browser's print command. */
export function addPrintPages(router: ApiRouter, { db, env }: OrderDeps): void {
  router.get('/orders/print', async (ctx) => {
    const parameters = new URLSearchParams(ctx.querystring);
    const parsed = query.safeParse({ order: parameters.getAll('order'), print: parameters.get('print') });
    if (!parsed.success) throw new ProblemError('invalid-request', { message: 'Select at least one order.' });
    const { order: ids, print } = parsed.data;
    const orders = await db.getRepository(Orders).find({ where: { id: In(ids) }, order: { id: 'ASC' } });
    if (orders.length === 0) throw new ProblemError('not-found');
    const sheets: Html[] = [];
    for (const order of orders) {
      const books = (await remainingLines(db.manager, order.id)).filter(({ productId }) =>
        isBookId(productId),
      );
      sheets.push(print === 'slips' ? slip(order, books, env.contact) : label(order));
    }
    sendOfficePage(ctx, {
      title: print === 'slips' ? 'Packing slips' : 'Address labels',
      body: html`<p class="screen quiet">
          Print this page with the browser. <a href="/orders">Back to the orders</a>
        </p>
        ${sheets}`,
    });
  });
}

function slip(order: OrderRow, books: readonly OrderLineRow[], { legalName, address }: ContactDetails): Html {
  return html`<article class="sheet">
    <p><strong>${legalName}</strong><br />${address}</p>
    ${recipient(order)}
    <h2>Packing slip for ${orderNumber(order)}</h2>
    <p>
      Ordered
      ${longDate(order.createdAt)}${order.purchaseOrderNumber !== null && `, your order ${order.purchaseOrderNumber}`}
    </p>
    ${htmlTable(
      ['Book', { heading: 'Quantity', isNumeric: true }],
      books.map(({ title, quantity }) => [title, quantity]),
    )}
  </article>`;
}

function label(order: OrderRow): Html {
  return html`<article>${recipient(order)}</article>`;
}

function recipient(order: OrderRow): Html {
  return html`${order.company !== null && html`<strong>${order.company}</strong>`}
    <pre>${addressLines(order).join('\n')}</pre>`;
}
