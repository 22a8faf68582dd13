import { endOfLondonDay, type Pence, pence } from '@isa/api-contract';
import { And, In, LessThan, MoreThanOrEqual } from 'typeorm';
import { Invoices, OrderEvents, type OrderRow, Orders, Refunds } from '../../database/entities';
import { orderNumber } from '../../features/orders/order-number';
import { invoiceNumber } from '../../features/orders/invoices';
import type { CoreDeps } from '../../http/deps';

export const ENTRY_KINDS = {
  sale: 'Sale',
  refund: 'Refund',
  reversal: 'Taken back by PayPal or the bank',
  reinstatement: 'With us again',
} as const;

/** Money that came or went, with the VAT in it. What went is negative. */
export interface Entry {
  readonly kind: keyof typeof ENTRY_KINDS;
  readonly at: Date;
  readonly order: OrderRow;
  readonly number: string;
  /** The numbers of the order's invoices. */
  readonly invoices: string;
  readonly gross: Pence;
  readonly vat: Pence;
}

/** Whole months such as `2026-11`, both included. */
export interface MonthRange {
  readonly from: string;
  readonly to: string;
}

/** From the first moment in London of a period until that of the month after it. */
function timesOf({ from, to }: MonthRange) {
  const endOf = (month: string, offset: number) => {
    const [year = 0, number = 0] = month.split('-').map(Number);
    const day = new Date(Date.UTC(year, number - offset, 0));
    return new Date(endOfLondonDay(day.toISOString().slice(0, 10)));
  };
  return And(MoreThanOrEqual(endOf(from, 1)), LessThan(endOf(to, 0)));
}

/**
 * All money of a period, by the day in London: payments that were completed, refunds that PayPal confirmed, and payments
 * that were taken back. Payments that never became a sale are not part of it.
 */
export async function readEntries(
  { db }: Pick<CoreDeps, 'db'>,
  period: MonthRange,
): Promise<readonly Entry[]> {
  const within = timesOf(period);
  const [sales, refunds, events] = await Promise.all([
    db.getRepository(Orders).findBy({ capturedAt: within }),
    db.getRepository(Refunds).findBy({ completedAt: within, state: 'done' }),
    db.getRepository(OrderEvents).findBy({ kind: In(['reversed', 'reinstated']), at: within }),
  ]);
  const ids = [...new Set([...refunds, ...events].map(({ orderId }) => orderId))];
  const others = await db.getRepository(Orders).findBy({ id: In(ids) });
  const orders = new Map([...others, ...sales].map((order) => [order.id, order]));
  const [invoices, earlier, reversals] = await Promise.all([
    db.getRepository(Invoices).findBy({ orderId: In([...orders.keys()]) }),
    db.getRepository(Refunds).findBy({ orderId: In(ids), state: 'done' }),
    db
      .getRepository(OrderEvents)
      .find({ where: { kind: 'reversed', orderId: In(ids) }, order: { id: 'ASC' } }),
  ]);

  const entryOf = (kind: Entry['kind'], at: Date, orderId: number, amount: Money): Entry[] => {
    const order = orders.get(orderId);
    if (!order) return [];
    const numbers = invoices.filter((invoice) => invoice.orderId === orderId).map(invoiceNumber);
    return [{ kind, at, order, number: orderNumber(order), invoices: numbers.join(' '), ...amount }];
  };
  /** What was left of the payment when it was taken back, and what comes again with it. */
  const leftAt = (at: Date, orderId: number): Money => {
    const order = orders.get(orderId);
    const returned = earlier.filter((refund) => refund.orderId === orderId && before(refund.completedAt, at));
    return {
      gross: pence((order?.total ?? 0) - totalOf(returned.map(({ amount }) => amount))),
      vat: pence((order?.vat ?? 0) - totalOf(returned.map(({ vat }) => vat))),
    };
  };
  /** Whether the payment was a sale when it was taken back, the last time before a moment. */
  const wasSold = (at: Date, orderId: number): boolean => {
    const capturedAt = orders.get(orderId)?.capturedAt ?? null;
    const taken = reversals.findLast((reversal) => reversal.orderId === orderId && reversal.at <= at);
    return capturedAt !== null && taken !== undefined && capturedAt <= taken.at;
  };
  return [
    ...sales.flatMap(({ id, capturedAt, total, vat }) =>
      capturedAt === null ? [] : entryOf('sale', capturedAt, id, { gross: total, vat }),
    ),
    ...refunds.flatMap(({ orderId, completedAt, amount, vat }) =>
      completedAt === null ? [] : entryOf('refund', completedAt, orderId, negative({ gross: amount, vat })),
    ),
    ...events
      .filter(({ at, orderId }) => wasSold(at, orderId))
      .flatMap(({ kind, at, orderId }) =>
        kind === 'reversed'
          ? entryOf('reversal', at, orderId, negative(leftAt(at, orderId)))
          : entryOf('reinstatement', at, orderId, leftAt(at, orderId)),
      ),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** What the list of months shows of one: its sales and its confirmed refunds, without reading the orders. */
export async function summarizeMonth({ db }: Pick<CoreDeps, 'db'>, month: string) {
  const within = timesOf({ from: month, to: month });
  const sold = { capturedAt: within };
  const returned = { completedAt: within, state: 'done' } as const;
  const [orders, sales, refunds, corrections] = await Promise.all([
    db.getRepository(Orders).countBy(sold),
    db.getRepository(Orders).sum('total', sold),
    db.getRepository(Refunds).sum('amount', returned),
    db.getRepository(OrderEvents).countBy({ kind: In(['reversed', 'reinstated']), at: within }),
  ]);
  return {
    month,
    orders,
    sales: pence(sales ?? 0),
    refunds: pence(0 - (refunds ?? 0)),
    isEmpty: orders === 0 && refunds === null && corrections === 0,
  };
}

type Money = Pick<Entry, 'gross' | 'vat'>;

const negative = ({ gross, vat }: Money): Money => ({ gross: pence(0 - gross), vat: pence(0 - vat) });
const before = (date: Date | null, limit: Date) => date !== null && date.getTime() < limit.getTime();

export function totalOf(amounts: readonly Pence[]): Pence {
  return pence(amounts.reduce((sum, amount) => sum + amount, 0));
}
