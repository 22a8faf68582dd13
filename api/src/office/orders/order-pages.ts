import { formatPounds, longDate } from '@isa/api-contract';
import { Brackets, In } from 'typeorm';
import { type OrderRow, Orders } from '../../database/entities';
import type { OrderDeps } from '../../features/orders/deps';
import { readLines } from '../../features/orders/order-lines';
import { orderNumber } from '../../features/orders/order-number';
import { addressLines } from '../../features/orders/order-presenter';
import type { ApiRouter } from '../../http/context';
import { html, type Html } from '../../http/html';
import { required } from '../../http/problem-error';
import { showPage } from '../frame';
import type { OfficeSession } from '../session';

const PAGE_SIZE = 50;

/** Paid orders: lists, search, and one order. */
export function addOrderPages(router: ApiRouter, _session: OfficeSession, { db }: OrderDeps): void {
  const orders = db.getRepository(Orders);

  async function find(search: string): Promise<OrderRow[]> {
    const query = orders
      .createQueryBuilder('o')
      .where({ status: In(['captured', 'refunded']) })
      .orderBy('o.id', 'DESC')
      .take(PAGE_SIZE);
    if (search !== '') {
      const text = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
      query.andWhere(
        new Brackets((either) =>
          ['o.number', 'o.buyerName', 'o.buyerEmail', 'o.shippingName'].forEach((column) =>
            either.orWhere(`${column} LIKE :text ESCAPE '\\'`, { text }),
          ),
        ),
      );
    }
    return query.getMany();
  }

  router.get('/orders', async (ctx) => {
    const search = String(ctx.query['search'] ?? '')
      .trim()
      .slice(0, 200);
    const found = await find(search);
    showPage(ctx, {
      title: 'Orders',
      section: '/orders',
      body: html`<form class="row" role="search">
          <div class="field">
            <label for="search">Number, name or e-mail</label>
            <input id="search" name="search" type="search" value="${search}" maxlength="200" />
          </div>
          <button type="submit" class="plain">Search</button>
        </form>
        ${found.length === 0 ? html`<p>No orders were found.</p>` : table(found)}`,
    });
  });

  router.get('/orders/:id', async (ctx) => {
    const order = required(await orders.findOneBy({ id: Number(ctx.params['id']) || 0 }));
    const lines = await readLines(db.manager, [order.id]);
    showPage(ctx, {
      title: `Order ${orderNumber(order)}`,
      section: '/orders',
      body: html`<dl>
          <dt>Status</dt>
          <dd>${order.status}</dd>
          <dt>Buyer</dt>
          <dd>${order.buyerName ?? ''} ${order.buyerEmail ?? ''}</dd>
          <dt>Paid</dt>
          <dd>${order.capturedAt ? longDate(order.capturedAt) : 'not yet'}</dd>
          <dt>Address</dt>
          <dd><pre>${addressLines(order).join('\n')}</pre></dd>
        </dl>
        <table>
          <thead>
            <tr>
              <th>Product</th>
              <th class="number">Quantity</th>
              <th class="number">Total</th>
            </tr>
          </thead>
          <tbody>
            ${lines.map(
              ({ title, quantity, lineTotal }) =>
                html`<tr>
                  <td data-label="Product">${title}</td>
                  <td data-label="Quantity" class="number">${quantity}</td>
                  <td data-label="Total" class="number">${formatPounds(lineTotal)}</td>
                </tr>`,
            )}
          </tbody>
        </table>`,
    });
  });
}

function table(found: readonly OrderRow[]): Html {
  return html`<table>
    <thead>
      <tr>
        <th>Number</th>
        <th>Buyer</th>
        <th>Paid</th>
        <th class="number">Total</th>
      </tr>
    </thead>
    <tbody>
      ${found.map(
        (order) =>
          html`<tr>
            <td data-label="Number"><a href="/orders/${order.id}">${orderNumber(order)}</a></td>
            <td data-label="Buyer">${order.buyerName ?? order.buyerEmail ?? ''}</td>
            <td data-label="Paid">${order.capturedAt ? longDate(order.capturedAt) : ''}</td>
            <td data-label="Total" class="number">${formatPounds(order.total)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
