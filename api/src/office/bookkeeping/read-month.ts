import { endOfLondonDay, type Pence, pence, sum } from '@isa/api-contract';
import { And, type DataSource, In, LessThan, MoreThanOrEqual } from 'typeorm';
import {
  CreditNotes,
  Invoices,
  type OrderEventRow,
  OrderEvents,
  type OrderRow,
  Orders,
  type RefundRow,
  Refunds,
  type RefundState,
} from '../../database/entities';
import { creditNoteNumber } from '../../features/orders/credit-notes';
import { orderNumber } from '../../features/orders/order-number';
import type { OrderEventName } from '../../features/orders/order-states';
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
  /** The number of the refund's credit note. */
  readonly creditNote: string;
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
  const [start, end] = [endOf(from, 1), endOf(to, 0)];
  return { within: And(MoreThanOrEqual(start), LessThan(end)), has: (at: Date) => at >= start && at < end };
}

/**
 * All money of a period, by the day in London: payments that were completed, refunds that PayPal confirmed, and payments
 * that were taken back. Payments that never became a sale are not part of it.
 */
export async function readEntries(
  { db }: Pick<CoreDeps, 'db'>,
  period: MonthRange,
): Promise<readonly Entry[]> {
  const [sales, changes] = await Promise.all([
    db.getRepository(Orders).findBy({ capturedAt: timesOf(period).within }),
    readChanges(db, period),
  ]);
  const entries = [
    ...sales.flatMap((order): Change[] =>
      order.capturedAt === null
        ? []
        : [{ kind: 'sale', at: order.capturedAt, order, gross: order.total, vat: order.vat }],
    ),
    ...changes,
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  const orderIds = [...new Set(entries.map(({ order }) => order.id))];
  const invoices = await db.getRepository(Invoices).findBy({ orderId: In(orderIds) });
  const notes = await db
    .getRepository(CreditNotes)
    .findBy({ refundId: In(entries.flatMap(({ refundId }) => refundId ?? [])) });
  return entries.map((entry) => {
    const numbers = invoices.filter(({ orderId }) => orderId === entry.order.id).map(invoiceNumber);
    const note = notes.find(({ refundId }) => refundId === entry.refundId);
    return {
      ...entry,
      number: orderNumber(entry.order),
      invoices: numbers.join(' '),
      creditNote: note ? creditNoteNumber(note) : '',
    };
  });
}

/** What the list of months shows of one, without reading its sales. */
export async function summarizeMonth({ db }: Pick<CoreDeps, 'db'>, month: string) {
  const period = { from: month, to: month };
  const sold = { capturedAt: timesOf(period).within };
  const [orders, sales, changes] = await Promise.all([
    db.getRepository(Orders).countBy(sold),
    db.getRepository(Orders).sum('total', sold),
    readChanges(db, period),
  ]);
  const sumOf = (isRefund: boolean) =>
    sum(changes.filter(({ kind }) => (kind === 'refund') === isRefund).map(({ gross }) => gross));
  return {
    month,
    orders,
    sales: pence(sales ?? 0),
    refunds: sumOf(true),
    takenBack: sumOf(false),
    isEmpty: orders === 0 && changes.length === 0,
  };
}

type Change = Omit<Entry, 'number' | 'invoices' | 'creditNote'> & { readonly refundId?: number };
type Money = Pick<Entry, 'gross' | 'vat'>;

/** Events by which the provider takes a payment back, and that which brings it again. */
const CORRECTIONS: readonly OrderEventName[] = ['reversed', 'refused', 'reinstated'];
/** A refund stays in its month, even if its money comes back later. */
const REFUNDED: readonly RefundState[] = ['done', 'undone'];

/** What changed sales within a period, whenever they were made. */
async function readChanges(db: DataSource, period: MonthRange): Promise<readonly Change[]> {
  const { within, has } = timesOf(period);
  const ofRefunds = { state: In([...REFUNDED]) };
  const ofEvents = { kind: In([...CORRECTIONS]) };
  const found = await Promise.all([
    db.getRepository(Refunds).findBy({ ...ofRefunds, completedAt: within }),
    db.getRepository(OrderEvents).findBy({ ...ofEvents, at: within }),
  ]);
  const ids = [...new Set(found.flat().map(({ orderId }) => orderId))];
  if (ids.length === 0) return [];
  // What was taken back is what was left then, which the order's history tells.
  const [orders, refunds, events] = await Promise.all([
    db.getRepository(Orders).findBy({ id: In(ids) }),
    db.getRepository(Refunds).findBy({ ...ofRefunds, orderId: In(ids) }),
    db.getRepository(OrderEvents).findBy({ ...ofEvents, orderId: In(ids) }),
  ]);
  return orders
    .flatMap((order) => {
      const isOwn = ({ orderId }: { readonly orderId: number }) => orderId === order.id;
      return changesOf(order, refunds.filter(isOwn), events.filter(isOwn));
    })
    .filter(({ at }) => has(at));
}

/** The refunds and corrections of an order, from its sale on. */
function changesOf(
  order: OrderRow,
  refunds: readonly RefundRow[],
  events: readonly OrderEventRow[],
): readonly Change[] {
  const { capturedAt } = order;
  if (capturedAt === null) return [];
  const done = refunds.flatMap(({ completedAt: at, ...refund }) => (at === null ? [] : [{ ...refund, at }]));
  let left: Money = { gross: order.total, vat: order.vat };
  return [...done, ...events.filter(({ at }) => at >= capturedAt)]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .flatMap((step): Change[] => {
      const before = left;
      if ('amount' in step) {
        left = minus(left, { gross: step.amount, vat: step.vat });
        return [{ kind: 'refund', at: step.at, order, refundId: step.id, ...minus(left, before) }];
      }
      const kept = done.filter(({ state, at }) => state === 'done' && at <= step.at);
      left =
        step.kind === 'reinstated'
          ? {
              gross: pence(order.total - sum(kept.map(({ amount }) => amount))),
              vat: pence(order.vat - sum(kept.map(({ vat }) => vat))),
            }
          : { gross: pence(0), vat: pence(0) };
      const change = minus(left, before);
      const kind = step.kind === 'reinstated' ? 'reinstatement' : 'reversal';
      return change.gross === 0 ? [] : [{ kind, at: step.at, order, ...change }];
    });
}

function minus(one: Money, other: Money): Money {
  return { gross: pence(one.gross - other.gross), vat: pence(one.vat - other.vat) };
}
