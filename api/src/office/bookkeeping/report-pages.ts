import {
  formatPounds,
  londonDay,
  longDate,
  longMonth,
  type Pence,
  pence,
  toDecimal,
} from '@isa/api-contract';
import { countryName } from '../../features/orders/address-lines';
import type { ApiContext, ApiRouter } from '../../http/context';
import type { CoreDeps } from '../../http/deps';
import { html, type Html } from '../../http/html';
import { required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { htmlTable } from '../../staff-pages/layout';
import { sendCsv } from '../csv';
import { sendOfficePage } from '../layout';
import { type Entry, ENTRY_KINDS, readMonth, summarizeMonth, totalOf } from './read-month';

const SHOWN_MONTHS = 24;

/** For the bookkeeper: the months, what came and went in each, and each as a file. */
export function addReportPages(router: ApiRouter, deps: CoreDeps): void {
  const { now, security } = deps;

  router.get('/reports', async (ctx) => {
    const months = monthsBefore(londonDay(now()).slice(0, 7));
    const found = await Promise.all(months.map((month) => summarizeMonth(deps, month)));
    const shown = found.filter(({ isEmpty }) => !isEmpty);
    sendOfficePage(ctx, {
      title: 'Reports',
      body:
        shown.length === 0
          ? html`<p>
              There has been no sale in the last two years. Each month with sales or refunds appears here.
            </p>`
          : html`<p>
                Months of the last two years with sales or refunds, by the day in London. Each month’s page
                shows its VAT.
              </p>
              ${htmlTable(
                ['Month', number('Orders'), number('Gross sales'), number('Refunds'), 'File'],
                shown.map(({ month, orders, sales, refunds }) => [
                  html`<a href="/reports/${month}">${longMonth(month)}</a>`,
                  orders,
                  money(sales),
                  money(refunds),
                  html`<a href="/reports/${month}/csv"
                    >CSV<span class="unseen"> of ${longMonth(month)}</span></a
                  >`,
                ]),
              )}`,
    });
  });

  router.get('/reports/:month', async (ctx) => {
    const month = monthOf(ctx.params['month']);
    const entries = await readMonth(deps, month);
    sendOfficePage(ctx, {
      title: longMonth(month),
      body: html`${summaryTable(entries)}
        <p class="actions">
          <a class="button" href="/reports/${month}/csv">Download as CSV</a>
          <a class="button plain" href="/reports">Other months</a>
        </p>
        <p class="quiet">
          Sales count on the day when PayPal confirmed the payment, refunds on the day when it confirmed the
          refund. Payments that never became a sale are left out.
        </p>
        <h2>Each entry</h2>
        ${entries.length === 0 ? html`<p>No sales or refunds in this month.</p>` : entriesTable(entries)}`,
    });
  });

  router.get('/reports/:month/csv', async (ctx) => {
    const month = monthOf(ctx.params['month']);
    const entries = await readMonth(deps, month);
    recordExport(ctx);
    sendCsv(ctx, `sales-${month}`, [
      ['date', 'kind', 'order', 'invoices', 'buyer', 'country', 'gross', 'vat', 'net', 'currency'],
      ...entries.map(({ kind, at, order, number, invoices, gross, vat }) => [
        londonDay(at),
        ENTRY_KINDS[kind],
        number,
        invoices,
        buyerOf(order),
        order.shippingAddress?.country_code ?? '',
        Number(toDecimal(gross)),
        Number(toDecimal(vat)),
        Number(toDecimal(netOf({ gross, vat }))),
        order.currency,
      ]),
    ]);
  });

  function recordExport(ctx: ApiContext): void {
    const account = visitorOf(ctx).userId;
    const event = { event: 'staff-action', result: 'success', account } as const;
    security.write({ ...event, route: '/reports/:month/csv', target: ctx.path });
  }
}

/** @throws ProblemError `not-found` */
function monthOf(text = ''): string {
  return required(/^20\d\d-(?:0[1-9]|1[0-2])$/.test(text) ? text : null);
}

function monthsBefore(current: string): readonly string[] {
  const [year = 0, month = 0] = current.split('-').map(Number);
  return Array.from({ length: SHOWN_MONTHS }, (_, at) =>
    new Date(Date.UTC(year, month - 1 - at)).toISOString().slice(0, 7),
  );
}

type Amounts = Pick<Entry, 'gross' | 'vat'>;

const netOf = ({ gross, vat }: Amounts): Pence => pence(gross - vat);

/** An amount that may be negative. */
function money(amount: Pence): string {
  return amount < 0 ? `−${formatPounds(pence(0 - amount))}` : formatPounds(amount);
}

const number = (heading: string) => ({ heading, isNumeric: true as const });
const AMOUNTS = [number('Net'), number('VAT'), number('Gross')];
const amountCells = (amounts: Amounts) => [money(netOf(amounts)), money(amounts.vat), money(amounts.gross)];

function summaryTable(entries: readonly Entry[]): Html {
  const sumOf = (chosen: readonly Entry[]): Amounts => ({
    gross: totalOf(chosen.map(({ gross }) => gross)),
    vat: totalOf(chosen.map(({ vat }) => vat)),
  });
  const rows = Object.entries(ENTRY_KINDS).flatMap(([kind, label]) => {
    const chosen = entries.filter((entry) => entry.kind === kind);
    return chosen.length === 0 && kind !== 'sale' && kind !== 'refund'
      ? []
      : [[label, chosen.length, ...amountCells(sumOf(chosen))]];
  });
  const total = amountCells(sumOf(entries)).map((cell) => html`<strong>${cell}</strong>`);
  return htmlTable(
    ['What', number('Count'), ...AMOUNTS],
    [...rows, [html`<strong>Together</strong>`, '', ...total]],
  );
}

function entriesTable(entries: readonly Entry[]): Html {
  return htmlTable(
    ['Date', 'What', 'Order', 'Buyer', 'Country', ...AMOUNTS],
    entries.map((entry) => [
      longDate(entry.at),
      ENTRY_KINDS[entry.kind],
      html`<a class="code" href="/orders/${entry.order.id}">${entry.number}</a>`,
      buyerOf(entry.order),
      countryName(entry.order.shippingAddress?.country_code ?? '') ?? '',
      ...amountCells(entry),
    ]),
  );
}

function buyerOf({ company, buyerName, shippingName, buyerEmail }: Entry['order']): string {
  return company ?? buyerName ?? shippingName ?? buyerEmail ?? '';
}
