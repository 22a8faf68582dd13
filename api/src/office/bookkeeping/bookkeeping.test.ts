import { pdfLines } from '../../../testing/pdf-lines';
import { randomUUID } from 'node:crypto';
import { pence } from '@isa/api-contract';
import { type OfficeBrowser, startOffice, type TestOffice } from '../../../testing/office';
import {
  CreditNotes,
  InvoiceNumbers,
  Invoices,
  type OrderRow,
  Orders,
  OutboxMails,
  Refunds,
} from '../../database/entities';
import { issueCreditNote } from '../../features/orders/credit-notes';
import { issueInvoice } from '../../features/orders/invoices';
import { recordPayment } from '../../features/orders/record-payment';
import { refundOrder } from '../../features/orders/refund-order';
import { type Shop, startShop } from '../../features/orders/testing/shop';

const books = [
  { productId: 1, quantity: 2 },
  { productId: 4, quantity: 1 },
];

let shop: Shop;
let office: TestOffice;
let browser: OfficeBrowser;
beforeEach(async () => {
  shop = await startShop();
  office = await startOffice(shop.api);
  browser = await office.logIn();
});
afterEach(() => shop.close());

const buy = async (): Promise<OrderRow> => shop.row((await shop.buy(books)).providerOrderId);
const orders = () => shop.api.deps.db.getRepository(Orders);
const refund = (order: OrderRow) =>
  refundOrder(shop.api.deps, order.id, {
    ...{ lines: [{ productId: 1, quantity: 1 }], reason: 'Damaged', by: null, key: randomUUID() },
  });
const linesOf = ({ text }: { readonly text: string }) => text.replace('\uFEFF', '').trim().split(' ');
const invoiceFields = { billTo: 'Źródło Ltd\r\n1 Any Street\r\nLeeds', vatNumber: ' GB 123 4567 89 ' };

describe('the monthly report', () => {
  it('adds up sales, VAT and refunds, and leaves out what was never paid', async () => {
    await orders().update({ id: (await buy()).id }, { vat: pence(600) });
    await refund(await buy());
    await shop.order(books);
    const month = shop.api.deps.now().toISOString().slice(0, 7);
    const { text } = await browser.get(`/reports/${month}`);
    const rows = [...text.matchAll(/<td data-label="(?:Count|Net|VAT|Gross)" class="number">([^<]+)</g)].map(
      ([, cell]) => cell,
    );
    // Two sales of £116.48 (two volumes at 34.74, one at 32, shipping 15), a refund of one volume.
    expect(rows.slice(0, 8)).toEqual([
      ...['2', '£226.96', '£6.00', '£232.96'],
      ...['1', '−£34.74', '£0.00', '−£34.74'],
    ]);
    expect(text).toContain('<strong>£198.22</strong>');
    expect(text).toContain('<span class="quiet">United Kingdom</span>');
  });

  it('exports each entry without formulas, and records that', async () => {
    const order = await buy();
    await orders().update({ id: order.id }, { company: '=HYPERLINK("http://evil.example"); @SUM(1;"=2)' });
    const month = shop.api.deps.now().toISOString().slice(0, 7);
    const { bytes, headers } = await browser.get(`/reports/${month}/csv`);
    const [heading, row, ...others] = bytes.toString('utf8').replace('\uFEFF', '').trim().split('\r\n');
    expect(heading).toBe('date,kind,order,invoices,buyer,country,gross,vat,net,currency,credit_note');
    expect(row).toMatch(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\d,Sale,${order.number},,"'=HYPERLINK\\(""http://evil.example""\\);' @SUM\\(1;'""=2\\)",GB,116.48,0,116.48,GBP,$`,
      ),
    );
    expect(others).toEqual([]);
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="sales-${month}.csv"`);
    expect(await shop.api.securityEvents()).toContainEqual(
      expect.objectContaining({ event: 'staff-action', route: '/reports/:period/csv' }),
    );
  });

  it('lists each month that has sales or refunds, with their number and sums', async () => {
    expect((await browser.get('/reports')).text).toContain('There has been no sale in the last two years.');
    const [may, july] = [await buy(), await buy()];
    await orders().update({ id: may.id }, { capturedAt: new Date('2026-05-03T10:00:00Z') });
    await orders().update({ id: july.id }, { capturedAt: new Date('2026-07-31T22:59:00Z') });
    await refund(may);
    const { text } = await browser.get('/reports');
    const cells = [...text.matchAll(/data-label="(Orders|Gross sales|Refunds)" class="number">([^<]+)</g)];
    expect(cells.map(([, name, cell]) => `${name}: ${cell}`)).toEqual([
      ...['Orders: 0', 'Gross sales: £0.00', 'Refunds: −£34.74'],
      ...['Orders: 1', 'Gross sales: £116.48', 'Refunds: £0.00'],
      ...['Orders: 1', 'Gross sales: £116.48', 'Refunds: £0.00'],
    ]);
    expect([...text.matchAll(/href="\/reports\/(\d{4}-\d\d)"/g)].map(([, month]) => month)).toEqual([
      shop.api.deps.now().toISOString().slice(0, 7),
      '2026-07',
      '2026-05',
    ]);
  });

  it('adds up several months, such as a quarter, on one page and in one file', async () => {
    const [june, july, october] = [await buy(), await buy(), await buy()];
    for (const [order, at] of [
      [june, '2026-06-30T22:30:00Z'],
      [july, '2026-06-30T23:30:00Z'],
      [october, '2026-09-30T22:59:00Z'],
    ] as const)
      await orders().update({ id: order.id }, { capturedAt: new Date(at) });
    const reports = (await browser.get('/reports')).text;
    expect(reports).toContain('action="/reports/period"');
    // The months may be chosen in any order.
    const { location } = await browser.get('/reports/period?from=2026-09&to=2026-07');
    expect(location).toBe('/reports/2026-07_2026-09');
    const { text } = await browser.get(location ?? '');
    expect(text).toContain('July 2026 to September 2026');
    expect(text).toContain('<strong>£232.96</strong>');
    expect(text).not.toContain(june.number);
    const file = await browser.get(`${location}/csv`);
    expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="sales-2026-07_2026-09.csv"');
    expect(file.bytes.toString('utf8').trim().split('\r\n')).toHaveLength(3);
  });

  it('draws twelve months with their sums, and the largest with its value below the highest line', async () => {
    await refund(await buy());
    const { text } = await browser.get('/reports');
    const heights = [...text.matchAll(/<rect class="sales"[^>]*height="([\d.]+)%"/g)].map(([, height]) =>
      Number(height),
    );
    expect(heights).toHaveLength(12);
    expect(heights.filter((height) => height > 0)).toEqual([expect.closeTo((116.48 / 125) * 100)]);
    expect(text).toContain('<span>£125</span><span>£100</span><span>£75</span>');
    expect(text).toMatch(/<text class="best"[^>]*> £116 </);
    expect(text).toMatch(/<dt>Net sales<\/dt> <dd>£81\.74</);
  });

  it('offers no file of months without sales', async () => {
    expect((await browser.get('/reports/2026-05')).text).not.toContain('Download as CSV');
    for (const path of ['2026-09_2026-07', '2026-09_', '2026-07_2026-09_2026-10', 'period?from=x&to=2026-07'])
      expect([path, (await browser.get(`/reports/${path}`)).status]).toEqual([path, 404]);
  });

  it('counts a sale on its day in London', async () => {
    const order = await buy();
    await orders().update({ id: order.id }, { capturedAt: new Date('2027-05-31T23:30:00Z') });
    expect((await browser.get('/reports/2027-05')).text).toContain('No sales or refunds in this month.');
    expect((await browser.get('/reports/2027-06')).text).toContain(order.number);
    const july = await browser.get('/reports/2027-07/csv');
    expect(linesOf(july)).toHaveLength(1);
  });

  it.each([
    ['the whole payment', false, '−£116.48'],
    ['what was left after a refund', true, '−£81.74'],
  ])('takes out %s when the bank takes it back', async (_, isRefunded, amount) => {
    const order = await buy();
    if (isRefunded) await refund(order);
    shop.sandbox.payments.reverse(order.captureId ?? '');
    await shop.sweep();
    const month = shop.api.deps.now().toISOString().slice(0, 7);
    const { text } = await browser.get(`/reports/${month}`);
    expect(text).toContain(amount);
    expect(text).toContain('<td data-label="Gross" class="number"><strong>£0.00</strong></td>');
  });

  const sumsOfMonth = async () => {
    const { text } = await browser.get(`/reports/${shop.api.deps.now().toISOString().slice(0, 7)}`);
    return [...text.matchAll(/data-label="Gross" class="number">(?:<strong>)?([^<]+)</g)]
      .map(([, cell]) => cell)
      .slice(0, 3);
  };

  it('takes out a payment that was sent back before we knew of it', async () => {
    const { providerOrderId } = await shop.order(books);
    shop.approve(providerOrderId);
    const { record } = shop.sandbox.payments.capture(providerOrderId, undefined);
    shop.sandbox.payments.refund(record.capture?.id ?? '', undefined);
    await shop.sweep();
    expect(await shop.row(providerOrderId)).toMatchObject({ status: 'refunded' });
    expect(await sumsOfMonth()).toEqual(['£116.48', '−£116.48', '£0.00']);
  });

  it('knows nothing of a payment that the bank took back before it was a sale', async () => {
    const { providerOrderId } = await shop.order(books);
    shop.approve(providerOrderId, { instrument: 'reviewed' });
    await shop.sweep();
    const { captureId, status } = await shop.row(providerOrderId);
    expect(status).toBe('reviewing');
    shop.connectWebhooks();
    shop.sandbox.payments.reverse(captureId ?? '');
    await shop.sandbox.deliveries.settled();
    expect(await shop.row(providerOrderId)).toMatchObject({ status: 'reversed', capturedAt: null });
    expect(await sumsOfMonth()).toEqual(['£0.00', '£0.00', '£0.00']);
    shop.sandbox.payments.reinstate(captureId ?? '');
    await shop.sandbox.deliveries.settled();
    expect(await shop.row(providerOrderId)).toMatchObject({ status: 'captured' });
    expect(await sumsOfMonth()).toEqual(['£116.48', '£0.00', '£116.48']);
  });

  describe('does not change for a month that has ended', () => {
    const fileOf = async (month: string) => (await browser.get(`/reports/${month}/csv`)).text;
    const thisMonth = () => shop.api.deps.now().toISOString().slice(0, 7);
    /** The column “Chargebacks” of the list, the newest month first. */
    const takenBack = async () => {
      const { text } = await browser.get('/reports');
      return [...text.matchAll(/data-label="Chargebacks" class="number">([^<]+)</g)].map(([, cell]) => cell);
    };

    it('when PayPal refuses a payment of it, and takes it after all', async () => {
      const { id } = await buy();
      await orders().update({ id }, { capturedAt: new Date('2026-05-31T12:00:00Z') });
      const order = await orders().findOneByOrFail({ id });
      const may = await fileOf('2026-05');
      expect(may).toContain('116.48');
      const { payments } = shop.api.deps;
      const completed = await payments.readPayment(order.providerOrderId ?? '');
      if (!completed.capture) throw new Error('The payment is not captured.');
      const denied = { ...completed, capture: { ...completed.capture, state: 'declined' as const } };
      expect((await recordPayment(shop.api.deps, order, denied)).status).toBe('refused');
      // Nobody may read that nothing was taken.
      const mails = shop.api.deps.db.getRepository(OutboxMails);
      const { body } = await mails.findOneByOrFail({ kind: 'payment-refused' });
      for (const words of [body.replaceAll(/\s+/g, ' '), (await browser.get(`/orders/${id}`)).text]) {
        expect(words).toMatch(
          /PayPal first reported that your payment (?:of £116\.48 for order \S+ )?was taken/,
        );
        expect(words).not.toContain('Nothing was taken');
      }
      expect(await fileOf('2026-05')).toBe(may);
      expect(await sumsOfMonth()).toEqual(['£0.00', '£0.00', '−£116.48']);
      expect(await takenBack()).toEqual(['−£116.48', '£0.00']);
      expect((await browser.get('/reports')).text).toMatch(/<dt>Net sales<\/dt> <dd>£0\.00</);

      expect((await recordPayment(shop.api.deps, order, completed)).status).toBe('captured');
      expect(await fileOf('2026-05')).toBe(may);
      expect(await fileOf(thisMonth())).toMatch(/With us again.*,116\.48,/);
      expect(await takenBack()).toEqual(['£0.00', '£0.00']);
    });

    it('when money comes back that PayPal had shown as refunded', async () => {
      const { id, captureId } = await buy();
      await orders().update({ id }, { capturedAt: new Date('2026-05-31T12:00:00Z') });
      shop.sandbox.payments.reverse(captureId ?? '');
      await shop.sweep();
      const refunds = shop.api.deps.db.getRepository(Refunds);
      await refunds.update({ orderId: id }, { completedAt: new Date('2026-06-10T12:00:00Z') });
      const june = await fileOf('2026-06');
      expect(june).toContain('-116.48');
      shop.connectWebhooks();
      shop.sandbox.payments.reinstate(captureId ?? '');
      await shop.sandbox.deliveries.settled();
      expect(await orders().findOneByOrFail({ id })).toMatchObject({ status: 'captured', refunded: 0 });
      expect(await fileOf('2026-06')).toBe(june);
      expect(await sumsOfMonth()).toEqual(['£0.00', '£0.00', '£116.48']);
    });
  });

  it.each(['2026-13', '2026', 'x', '1999-01'])('does not exist for %s', async (month) => {
    expect((await browser.get(`/reports/${month}`)).status).toBe(404);
  });
});

describe('an invoice', () => {
  it('has the next number, the buyer’s address and VAT number, and the amounts of the order', async () => {
    const order = await buy();
    expect((await browser.get(`/orders/${order.id}/invoice`)).text).toContain('name="billTo"');
    const issued = await browser.post(`/orders/${order.id}/invoice`, invoiceFields);
    expect(issued.location).toBe(`/orders/${order.id}?done`);
    const [, path = ''] = /href="(\/invoices\/\d+)">INV-000001</.exec(
      (await browser.get(`/orders/${order.id}`)).text,
    ) ?? [''];
    const { headers, bytes } = await browser.get(path);
    expect(headers.get('Content-Type')).toBe('application/pdf');
    const texts = pdfLines(bytes);
    expect(texts).toEqual(
      expect.arrayContaining([
        'Invoice INV-000001',
        'Źródło Ltd',
        'Leeds',
        'VAT number GB 123 4567 89',
        '\u00A3116.48',
      ]),
    );
    expect(texts.join('\n')).toContain(`Order ${order.number}`);
  });

  it('leaves no gap and repeats no number, when several are issued at once and one fails', async () => {
    const [first, second, third, fourth] = [await buy(), await buy(), await buy(), await buy()];
    const { deps } = shop.api;
    const { user } = await office.logIn();
    const issue = (order: OrderRow, key = randomUUID()) =>
      issueInvoice(deps, order, { billTo: 'A', vatNumber: null, key, by: user.id });
    const key = randomUUID();
    const broken = issueInvoice(deps, fourth, {
      billTo: 'A',
      vatNumber: null,
      key: randomUUID(),
      by: 999_999,
    });
    const results = await Promise.allSettled([
      issue(first, key),
      issue(first, key),
      issue(second),
      broken,
      // A colleague at the same moment.
      issue(first),
      issue(third),
    ]);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const invoices = await deps.db.getRepository(Invoices).find({ order: { number: 'ASC' } });
    expect(invoices.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(invoices.map(({ orderId }) => orderId).sort()).toEqual([first.id, second.id, third.id]);
    expect(await deps.db.getRepository(InvoiceNumbers).findOneByOrFail({ id: 1 })).toMatchObject({ last: 3 });
  });

  it('of two members of staff is issued once, unless the second has seen the first', async () => {
    const { id } = await buy();
    const page = `/orders/${id}/invoice`;
    const issued = async () =>
      (await shop.api.deps.db.getRepository(Invoices).find({ order: { number: 'ASC' } })).map(
        ({ number, replaces }) => [number, replaces],
      );
    await browser.post(page, { ...invoiceFields, last: '' });
    expect((await browser.post(page, { ...invoiceFields, last: '' })).location).toBe(`/orders/${id}?done`);
    const other = { ...invoiceFields, billTo: 'Another Ltd' };
    const refused = await browser.post(page, { ...other, last: '' });
    expect([refused.status, refused.text.includes('A colleague has issued invoice INV-000001')]).toEqual([
      409,
      true,
    ]);
    expect(await issued()).toEqual([[1, null]]);
    expect(refused.text).toContain('Another Ltd');
    const [, last = ''] = /name="last" value="(\d+)"/.exec(refused.text) ?? [];
    await browser.post(page, { ...other, last });
    expect(await issued()).toEqual([
      [1, null],
      [2, 1],
    ]);
  });

  it('leaves out a purchase order that the PDF cannot show', async () => {
    const { id } = await buy();
    for (const [number, line] of [
      ['PO-4711', 'Your purchase order PO-4711'],
      ['採購-4711', undefined],
    ] as const) {
      await orders().update({ id }, { purchaseOrderNumber: number });
      await browser.post(`/orders/${id}/invoice`, invoiceFields);
      const { bytes } = await browser.get('/invoices/1');
      expect(pdfLines(bytes).find((text) => text.startsWith('Your purchase order'))).toBe(line);
    }
  });

  it.each([
    [{ billTo: '東京 Ltd' }, 'The PDF cannot show 東 京.'],
    [{ billTo: 'דוד Ltd' }, 'The PDF cannot show ד ו.'],
    [{ billTo: ' ' }, 'Enter name and address.'],
  ])('refuses %j, and keeps what was typed', async (fields, message) => {
    const order = await buy();
    const refused = await browser.post(`/orders/${order.id}/invoice`, { ...invoiceFields, ...fields });
    expect([refused.status, refused.text.includes(message)]).toEqual([422, true]);
    expect(await shop.api.deps.db.getRepository(Invoices).count()).toBe(0);
  });

  it('is not issued for an order that was not paid', async () => {
    const { providerOrderId } = await shop.order(books);
    const { id } = await shop.row(providerOrderId);
    expect((await browser.post(`/orders/${id}/invoice`, invoiceFields)).status).toBe(403);
  });

  it('does not say that a payment is ours that the bank has taken back', async () => {
    const { id, captureId } = await buy();
    expect((await browser.get(`/orders/${id}`)).text).toContain('Issue an invoice');
    shop.connectWebhooks();
    shop.sandbox.payments.reverse(captureId ?? '');
    await shop.sandbox.deliveries.settled();
    expect((await browser.get(`/orders/${id}`)).text).not.toContain('Issue an invoice');
    const refused = await browser.post(`/orders/${id}/invoice`, invoiceFields);
    expect([refused.status, refused.text.includes('“Payment taken back”')]).toEqual([403, true]);
    expect(await shop.api.deps.db.getRepository(Invoices).count()).toBe(0);
  });
});

describe('a credit note', () => {
  const notes = () => shop.api.deps.db.getRepository(CreditNotes);
  const invoiced = async () => {
    const order = await buy();
    await browser.post(`/orders/${order.id}/invoice`, invoiceFields);
    return order;
  };

  it('names the invoice, the products, their VAT and what was refunded', async () => {
    const order = await invoiced();
    const { id } = await refund(order);
    const page = (await browser.get(`/orders/${order.id}`)).text;
    expect(page).toContain(`href="/refunds/${id}/credit-note"`);
    expect((await browser.get(`/refunds/${id}/credit-note`)).text).toContain('£34.74 was refunded');
    const issued = await browser.post(`/refunds/${id}/credit-note`, {});
    expect(issued.location).toBe(`/orders/${order.id}?done`);
    const [, path = ''] = /href="(\/credit-notes\/\d+)">Credit note CN-000001</.exec(
      (await browser.get(`/orders/${order.id}`)).text,
    ) ?? [''];
    const { headers, bytes } = await browser.get(path);
    expect(headers.get('Content-Type')).toBe('application/pdf');
    const texts = pdfLines(bytes);
    expect(texts).toEqual(
      expect.arrayContaining(['Credit note CN-000001', 'Źródło Ltd', 'VAT number GB 123 4567 89', '£34.74']),
    );
    expect(texts.join('\n')).toContain('For invoice INV-000001');
    const month = shop.api.deps.now().toISOString().slice(0, 7);
    const file = (await browser.get(`/reports/${month}/csv`)).text;
    expect(file).toMatch(/,Refund,.*,-34\.74,0,-34\.74,GBP,CN-000001/);
    expect(file).toMatch(/,Sale,.*,116\.48,0,116\.48,GBP, /);
  });

  it('has the shipping in a row of its own when everything is refunded', async () => {
    const order = await invoiced();
    const { id } = await refundOrder(shop.api.deps, order.id, {
      ...{ lines: 'all', reason: 'Returned', by: null, key: randomUUID() },
    });
    await browser.post(`/refunds/${id}/credit-note`, {});
    const [note] = await notes().find();
    const texts = pdfLines((await browser.get(`/credit-notes/${note?.id}`)).bytes);
    expect(texts).toEqual(expect.arrayContaining(['Shipping', '£15.00', '£116.48']));
  });

  it('is one for each refund, with no gap, however often it is asked for at once', async () => {
    const order = await invoiced();
    const [first, second] = [await refund(order), await refund(order)];
    // Its note names a member of staff who does not exist.
    const broken = await refund(await invoiced());
    const { user } = await office.logIn();
    const { deps } = shop.api;
    const results = await Promise.allSettled([
      issueCreditNote(deps, first.id, user.id),
      issueCreditNote(deps, first.id, user.id),
      issueCreditNote(deps, broken.id, 999_999),
      issueCreditNote(deps, second.id, user.id),
      issueCreditNote(deps, second.id, user.id),
    ]);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const found = await notes().find({ order: { number: 'ASC' } });
    expect(found.map(({ number }) => number)).toEqual([1, 2]);
    expect(found.map(({ refundId }) => refundId).sort()).toEqual([first.id, second.id]);
    // Invoices have a series of their own.
    await invoiced();
    expect(await deps.db.getRepository(Invoices).countBy({ number: 3 })).toBe(1);
  });

  it('is not issued without an invoice, or before PayPal has confirmed the refund', async () => {
    const order = await buy();
    const { id } = await refund(order);
    expect((await browser.get(`/orders/${order.id}`)).text).not.toContain('credit note');
    const withoutInvoice = await browser.post(`/refunds/${id}/credit-note`, {});
    expect([withoutInvoice.status, withoutInvoice.text.includes('This order has no invoice')]).toEqual([
      403,
      true,
    ]);
    await browser.post(`/orders/${order.id}/invoice`, invoiceFields);
    expect((await browser.get(`/orders/${order.id}`)).text).not.toContain('credit note');
    const twice = await browser.post(`/refunds/${id}/credit-note`, {});
    expect([twice.status, twice.text.includes('shows this refund already')]).toEqual([403, true]);
    await shop.api.deps.db.getRepository(Refunds).update({ id }, { state: 'pending' });
    expect((await browser.get(`/orders/${order.id}`)).text).not.toContain('credit note');
    const page = (await browser.get(`/refunds/${id}/credit-note`)).text;
    expect(page).not.toMatch(/was refunded|Issue the credit note/);
    const pending = await browser.post(`/refunds/${id}/credit-note`, {});
    expect([pending.status, pending.text.includes('PayPal has not confirmed this refund')]).toEqual([
      403,
      true,
    ]);
    expect(await notes().count()).toBe(0);
    expect((await browser.get('/refunds/999/credit-note')).status).toBe(404);
  });

  it('says at the order when the money of its refund has come back', async () => {
    const order = await invoiced();
    const { id } = await refund(order);
    await browser.post(`/refunds/${id}/credit-note`, {});
    const said = async () => (await browser.get(`/orders/${order.id}`)).text.includes('no longer applies');
    expect(await said()).toBe(false);
    await shop.api.deps.db.getRepository(Refunds).update({ id }, { state: 'undone' });
    expect(await said()).toBe(true);
  });
});
