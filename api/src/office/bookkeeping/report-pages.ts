import {
  formatPounds,
  londonDay,
  longDate,
  longMonth,
  type Pence,
  pence,
  sum,
  toDecimal,
} from '@isa/api-contract';
import { countryName } from '../../features/orders/address-lines';
import type { ApiContext, ApiRouter } from '../../http/context';
import type { CoreDeps } from '../../http/deps';
import { html, type Html } from '../../http/html';
import { required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { select } from '../../http/form-fields';
import { emptyState, figureList, htmlTable } from '../../staff-pages/layout';
import { sendCsv } from '../csv';
import { seeOther, sendOfficePage } from '../layout';
import { type Entry, ENTRY_KINDS, type MonthRange, readEntries, summarizeMonth } from './read-month';

const SHOWN_MONTHS = 24;
const CHART_MONTHS = 12;

/** For the bookkeeper: the months, what came and went in each or in a period, and each as a file. */
export function addReportPages(router: ApiRouter, deps: CoreDeps): void {
  const { now, security } = deps;

  router.get('/reports', async (ctx) => {
    const months = monthsBefore(londonDay(now()).slice(0, 7));
    const found = await Promise.all(months.map((month) => summarizeMonth(deps, month)));
    const shown = found.filter(({ isEmpty }) => !isEmpty);
    const allOrders = html`<a class="button plain" href="/orders?list=all">See all orders</a>`;
    sendOfficePage(ctx, {
      title: 'Reports',
      body:
        shown.length === 0
          ? emptyState(
              'There has been no sale in the last two years.',
              'Each month with sales or refunds appears here, with its VAT and a file for the bookkeeper.',
              allOrders,
            )
          : html`${yearFigure(found.slice(0, CHART_MONTHS))} ${monthsTable(shown)} ${periodForm(months)}`,
    });
  });

  router.get('/reports/period', (ctx) => {
    const { from, to } = ctx.query;
    const [first = '', last = ''] = [String(from), String(to)].sort();
    seeOther(ctx, `/reports/${pathOf(periodOf(`${first}_${last}`))}`);
  });

  router.get('/reports/:period', async (ctx) => {
    const period = periodOf(ctx.params['period']);
    const entries = await readEntries(deps, period);
    sendOfficePage(ctx, {
      title: nameOf(period),
      back: ['/reports', 'Reports'],
      body: html`${summaryTable(entries)}
        <p class="quiet">
          Sales count on the day when PayPal confirmed the payment, refunds on the day when it confirmed the
          refund. A payment that PayPal refuses afterwards, or that a bank takes back or returns, counts on
          the day of that, so a month that has ended does not change. Payments that never became a sale are
          left out.
        </p>
        <h2>Each entry</h2>
        ${
          entries.length === 0
            ? html`<p>
                No sales or refunds in ${period.from === period.to ? 'this month' : 'these months'}.
              </p>`
            : html`<p><a class="button" href="/reports/${pathOf(period)}/csv">Download as CSV</a></p>
                ${entriesTable(entries)}`
        }`,
    });
  });

  router.get('/reports/:period/csv', async (ctx) => {
    const period = periodOf(ctx.params['period']);
    const entries = await readEntries(deps, period);
    recordExport(ctx);
    sendCsv(ctx, `sales-${pathOf(period)}`, [
      [
        'date',
        'kind',
        'order',
        'invoices',
        'buyer',
        'country',
        'gross',
        'vat',
        'net',
        'currency',
        'credit_note',
      ],
      ...entries.map(({ kind, at, order, number, invoices, creditNote, gross, vat }) => [
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
        creditNote,
      ]),
    ]);
  });

  function recordExport(ctx: ApiContext): void {
    const account = visitorOf(ctx).userId;
    const event = { event: 'staff-action', result: 'success', account } as const;
    security.write({ ...event, route: '/reports/:period/csv', target: ctx.path });
  }
}

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** The period of an address: `2026-11`, or `2026-07_2026-09`. @throws ProblemError `not-found` */
function periodOf(text = ''): MonthRange {
  const [from = '', to = from, ...others] = text.split('_');
  const isPeriod = MONTH.test(from) && MONTH.test(to) && from <= to && others.length === 0;
  return required(isPeriod ? { from, to } : null);
}

function pathOf({ from, to }: MonthRange): string {
  return from === to ? from : `${from}_${to}`;
}

function nameOf({ from, to }: MonthRange): string {
  return from === to ? longMonth(from) : `${longMonth(from)} to ${longMonth(to)}`;
}

/** The newest first. */
function monthsBefore(current: string): readonly string[] {
  const [year = 0, month = 0] = current.split('-').map(Number);
  return Array.from({ length: SHOWN_MONTHS }, (_, at) =>
    new Date(Date.UTC(year, month - 1 - at)).toISOString().slice(0, 7),
  );
}

type Month = Awaited<ReturnType<typeof summarizeMonth>>;

function sumsOf(months: readonly Month[]) {
  const sales = sum(months.map((month) => month.sales));
  const refunds = sum(months.map((month) => month.refunds));
  const takenBack = sum(months.map((month) => month.takenBack));
  return { orders: months.reduce((count, month) => count + month.orders, 0), sales, refunds, takenBack };
}

/** The sums of a year, and two bars for each of its months. @param months the newest first */
function yearFigure(months: readonly Month[]): Html {
  const { orders, sales, refunds, takenBack } = sumsOf(months);
  const figures = {
    Orders: orders,
    'Gross sales': money(sales),
    Refunds: money(refunds),
    ...(takenBack !== 0 && { Chargebacks: money(takenBack) }),
    'Net sales': money(pence(sales + refunds + takenBack)),
  };
  const best = months.reduce((one, other) => (other.sales > one.sales ? other : one));
  const highest = Math.max(300, ...months.flatMap((month) => [month.sales, 0 - month.refunds]));
  const step = scaleStep(highest);
  const steps = Math.ceil(highest / step);
  const share = (amount: number) => (amount / (steps * step)) * 100;
  const bar = (className: string, x: number, width: number, amount: number) => {
    const height = amount === 0 ? 0 : Math.max(1, share(amount));
    return html`<rect
      class="${className}"
      x="${x}%"
      y="${100 - height}%"
      width="${width}%"
      height="${height}%"
    />`;
  };
  const shown = [...months].reverse();
  const monthWidth = 100 / shown.length;
  const lines = Array.from({ length: steps }, (_, at) => steps - at);
  return html`<h2>The last twelve months</h2>
    ${figureList(figures)}
    <figure class="chart">
      <figcaption>
        <span class="sales">Gross sales</span> <span class="refunds">Refunds</span>
        <span>The best month: ${longMonth(best.month)}, ${money(best.sales)}</span>
      </figcaption>
      <div class="plot">
        <div class="scale" aria-hidden="true">
          ${lines.map((line) => html`<span>${wholePounds(line * step)}</span>`)}
        </div>
        <svg
          role="img"
          aria-label="Gross sales and refunds of each of the last twelve months. The table below has the figures."
        >
          ${lines.map((line) => {
            const y = 100 - share(line * step);
            return html`<line x1="0" x2="100%" y1="${y}%" y2="${y}%" />`;
          })}
          ${shown.map((month, at) => {
            const middle = (at + 0.5) * monthWidth;
            return html`<g>
              <title>
                ${longMonth(month.month)}: ${money(month.sales)} sold, ${money(month.refunds)} refunded
              </title>
              ${bar('sales', middle - 2.5, 5, month.sales)}
              ${bar('refunds', middle - 1, 2, 0 - month.refunds)}
              ${
                month.sales > 0 &&
                html`<text
                  class="${month === best && 'best'}"
                  x="${middle}%"
                  y="${100 - share(month.sales)}%"
                  dy="-6"
                >
                  ${wholePounds(month.sales)}
                </text>`
              }
            </g>`;
          })}
        </svg>
        <p class="months" aria-hidden="true">
          ${shown.map(({ month }) => html`<span>${longMonth(month).slice(0, 3)}</span>`)}
        </p>
      </div>
    </figure>`;
}

/** The most lines of the chart above its base. */
const MAX_STEPS = 5;

/** The distance of the lines, in pence: whole pounds of 1, 2, 2.5 or 5 with zeros. The highest bar ends below the last line. */
function scaleStep(highest: number): number {
  const smallest = highest / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(smallest));
  const steps = [1, 2, 2.5, 5, 10, 100].map((digit) => digit * power);
  return steps.find((step) => step >= smallest && step % 100 === 0) ?? smallest;
}

function wholePounds(amount: number): string {
  return `£${Math.round(amount / 100).toLocaleString('en-GB')}`;
}

function monthsTable(months: readonly Month[]): Html {
  const { orders, sales, refunds, takenBack } = sumsOf(months);
  const totals = [orders, money(sales), money(refunds), money(takenBack)].map(
    (total) => html`<strong>${total}</strong>`,
  );
  return html`<h2>Each month</h2>
    <p>
      Months with sales or refunds in the last two years (London time). Chargebacks are what PayPal or a bank
      took from us, less what they returned. Each month’s page shows its VAT.
    </p>
    ${htmlTable(
      ['Month', number('Orders'), number('Gross sales'), number('Refunds'), number('Chargebacks'), 'File'],
      [
        ...months.map((month) => [
          html`<a href="/reports/${month.month}">${longMonth(month.month)}</a>`,
          month.orders,
          money(month.sales),
          money(month.refunds),
          money(month.takenBack),
          html`<a href="/reports/${month.month}/csv"
            >CSV<span class="unseen"> of ${longMonth(month.month)}</span></a
          >`,
        ]),
        [html`<strong>Total</strong>`, ...totals, ''],
      ],
    )}`;
}

/** The form for several months, first the last quarter that has ended. @param months the newest first */
function periodForm(months: readonly string[]): Html {
  const [current = ''] = months;
  const ended = (Number(current.slice(5)) - 1) % 3;
  const values = { from: months[ended + 3] ?? '', to: months[ended + 1] ?? '' };
  const options = Object.fromEntries(months.map((month) => [month, longMonth(month)]));
  const form = { values, errors: {} };
  return html`<h2>A quarter or a year</h2>
    <p>Several months together, with their VAT and as one file. It begins with the last quarter.</p>
    <form class="row" action="/reports/period">
      ${select(form, { name: 'from', label: 'From', options })}
      ${select(form, { name: 'to', label: 'To (inclusive)', options })}
      <button type="submit">Show these months</button>
    </form>`;
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
    gross: sum(chosen.map(({ gross }) => gross)),
    vat: sum(chosen.map(({ vat }) => vat)),
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
    [...rows, [html`<strong>Total</strong>`, '', ...total]],
  );
}

function entriesTable(entries: readonly Entry[]): Html {
  return htmlTable(
    ['Date', 'What', 'Order', 'Buyer', ...AMOUNTS],
    entries.map((entry) => {
      const country = countryName(entry.order.shippingAddress?.country_code ?? '');
      return [
        longDate(entry.at),
        ENTRY_KINDS[entry.kind],
        html`<a class="code" href="/orders/${entry.order.id}">${entry.number}</a>`,
        html`${buyerOf(entry.order)} ${country !== undefined && html`<span class="quiet">${country}</span>`}`,
        ...amountCells(entry),
      ];
    }),
  );
}

function buyerOf({ company, buyerName, shippingName, buyerEmail }: Entry['order']): string {
  return company ?? buyerName ?? shippingName ?? buyerEmail ?? '';
}
