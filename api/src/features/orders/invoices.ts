import { formatPounds, longDate, type Pence, pence, VAT_PERCENT } from '@isa/api-contract';
import type { DataSource, EntityManager } from 'typeorm';
import { lockRow } from '../../database/change-row';
import {
  type Invoice,
  InvoiceNumbers,
  Invoices,
  type OrderLineRow,
  type OrderRow,
  type RefundRow,
} from '../../database/entities';
import { transaction } from '../../database/transaction';
import { ProblemError } from '../../http/problem-error';
import { createPdf, unprintable } from '../../platform/pdf';
import type { OrderDeps } from './deps';
import { orderNumber } from './order-number';
import { orderStates } from './order-states';

/** The rows of the last numbers. */
const SERIES = { invoice: 1, creditNote: 2 } as const;
type Series = keyof typeof SERIES;

export function invoiceNumber({ number }: Pick<Invoice, 'number'>): string {
  return `INV-${String(number).padStart(6, '0')}`;
}

/** Whether the invoice's sentence about the payment would be true: PayPal or a bank may have taken it back. */
export function isInvoiceable({ capturedAt, status }: Pick<OrderRow, 'capturedAt' | 'status'>): boolean {
  return capturedAt !== null && (status === 'captured' || status === 'refunded');
}

interface Recipient {
  /** Name and address, line by line. */
  readonly billTo: string;
  readonly vatNumber: string | null;
}

interface InvoiceRequest extends Recipient {
  readonly key: string;
  readonly by: number;
  /** The order's last invoice when the form was opened, which this one replaces. */
  readonly last?: number | undefined;
}

/**
 * Issues an invoice with the next number, once for a form that is sent twice, and for several members of staff at once.
 * The number and the invoice are one transaction, and the row of the last number is locked, so that no number is left
 * out or given twice.
 * @throws ProblemError `forbidden`; `changed-meanwhile` when a colleague has issued a different one
 */
export async function issueInvoice(
  { db, now }: Pick<OrderDeps, 'db' | 'now'>,
  order: OrderRow,
  { key, by, last: replaced, ...recipient }: InvoiceRequest,
): Promise<Invoice> {
  if (!isInvoiceable(order)) {
    const { label } = orderStates[order.status];
    throw new ProblemError('forbidden', {
      message: `Invoices are issued for paid orders only. The state of this order is “${label}”.`,
    });
  }
  return withNextNumber(db, 'invoice', async (manager, takeNumber) => {
    const issued = await manager.findOneBy(Invoices, { formKey: key });
    if (issued) return issued;
    const [previous] = await manager.find(Invoices, {
      where: { orderId: order.id },
      order: { number: 'DESC' },
      take: 1,
    });
    if (previous && previous.number !== replaced) {
      const { billTo, vatNumber } = previous;
      if (billTo === recipient.billTo && vatNumber === recipient.vatNumber) return previous;
      throw new ProblemError('changed-meanwhile', {
        message: `A colleague has issued invoice ${invoiceNumber(previous)} for this order since you opened this page, so yours is not issued. Compare it first. If you press the button again, yours replaces it.`,
      });
    }
    return manager.save(Invoices, {
      ...recipient,
      number: await takeNumber(),
      orderId: order.id,
      formKey: key,
      replaces: previous?.number ?? null,
      issuedAt: now(),
      issuedBy: by,
    });
  });
}

/**
 * Runs a transaction that may take the next number of a series. The row of the last number is locked from its beginning
 * until its end, so that no number is left out or given twice.
 */
export async function withNextNumber<Result>(
  db: DataSource,
  series: Series,
  issue: (manager: EntityManager, takeNumber: () => Promise<number>) => Promise<Result>,
): Promise<Result> {
  const id = SERIES[series];
  // Before the transaction, because MySQL shows it what was committed until its first read: that must come after the lock.
  if (!(await db.getRepository(InvoiceNumbers).existsBy({ id }))) {
    // The first one of all; another process may be adding the row as well.
    await db.createQueryBuilder().insert().into(InvoiceNumbers).values({ id, last: 0 }).orIgnore().execute();
  }
  return transaction(db, async (manager) => {
    const { last } = await lockRow(manager, InvoiceNumbers, id);
    return issue(manager, async () => {
      await manager.update(InvoiceNumbers, { id }, { last: last + 1 });
      return last + 1;
    });
  });
}

interface InvoiceData {
  readonly invoice: Invoice;
  readonly order: OrderRow;
  readonly lines: readonly OrderLineRow[];
  /** The refunds that were done when the invoice was issued. */
  readonly refunds: readonly RefundRow[];
}

const RIGHT = 539;
const COLUMNS = { quantity: 340, vatRate: 395, net: 465 };

type Seller = OrderDeps['env']['seller'];

interface SalesDocument {
  /** Its kind and number, such as `Invoice INV-000001`. */
  readonly title: string;
  readonly issued: Recipient & { readonly issuedAt: Date };
  readonly order: OrderRow;
  /** What it refers to, below the order's number. */
  readonly references: readonly string[];
  /** A product or the shipping, with the VAT included. */
  readonly rows: readonly {
    readonly title: string;
    readonly quantity: number;
    readonly vatPercent: number;
    readonly vat: Pence;
    readonly total: Pence;
  }[];
  readonly vat: Pence;
  readonly total: Pence;
  /** What follows the total: a label and an amount. */
  readonly after?: readonly (readonly [label: string, amount: string])[];
  readonly note: string;
}

/** An invoice or a credit note as PDF. Equal data give equal bytes. */
export async function salesDocument(
  { title, issued, order, references, rows, vat, total, after = [], note }: SalesDocument,
  { name, address, vatNumber }: Seller,
): Promise<Buffer> {
  const document = await createPdf({ title, date: issued.issuedAt });
  const right = { x: RIGHT, right: true } as const;
  document
    .row([name, { size: 15, bold: true }], [title, { size: 15, bold: true, ...right }])
    .space(4)
    .row([address, { size: 9, width: 260 }], [`Date: ${longDate(issued.issuedAt)}`, right])
    .row(
      [vatNumber === null ? '' : `VAT number ${vatNumber}`, { size: 9 }],
      [`Time of supply: ${longDate(order.capturedAt ?? order.createdAt)}`, right],
    )
    .space(28)
    .row(
      [
        `${issued.billTo}${issued.vatNumber === null ? '' : `\nVAT number ${issued.vatNumber}`}`,
        { width: 280 },
      ],
      [[`Order ${orderNumber(order)}`, ...references].join('\n'), { x: 340 }],
    )
    .space(28);

  const cells = (texts: readonly [string, string, string, string, string], bold = false) =>
    document.row(
      [texts[0], { bold, width: COLUMNS.quantity - 100 }],
      [texts[1], { bold, x: COLUMNS.quantity, right: true }],
      [texts[2], { bold, x: COLUMNS.vatRate, right: true }],
      [texts[3], { bold, x: COLUMNS.net, right: true }],
      [texts[4], { bold, ...right }],
    );
  const hasVat = vatNumber !== null;
  cells(['Description', 'Quantity', hasVat ? 'VAT' : '', hasVat ? 'Net' : '', 'Total'], true).rule();
  for (const row of rows) {
    cells([
      row.title,
      String(row.quantity),
      hasVat ? `${row.vatPercent}%` : '',
      hasVat ? formatPounds(pence(row.total - row.vat)) : '',
      formatPounds(row.total),
    ]);
    document.space(3);
  }
  document.space(3).rule();
  const sumOf = (label: string, amount: string, bold = false) =>
    document.row([label, { bold, x: COLUMNS.net, right: true, width: 300 }], [amount, { bold, ...right }]);
  if (hasVat) {
    sumOf('Total without VAT', formatPounds(pence(total - vat)));
    sumOf('VAT', formatPounds(vat));
  }
  sumOf('Total', formatPounds(total), true);
  for (const [label, amount] of after) sumOf(label, amount);
  return document.space(28).row([note]).toBuffer();
}

/** The row of what a parcel costs, of which there is one. */
export function shippingRow(total: Pence): SalesDocument['rows'][number] {
  return { title: 'Shipping', quantity: 1, vatPercent: VAT_PERCENT.book, vat: pence(0), total };
}

/** The invoice as PDF, with what UK law asks for (VAT Regulations 1995, regulation 14). */
export async function invoicePdf(
  { invoice, order, lines, refunds }: InvoiceData,
  seller: Seller,
): Promise<Buffer> {
  const purchaseOrder = order.purchaseOrderNumber;
  // Earlier versions of the checkout accepted any characters.
  const isShown = purchaseOrder !== null && (await unprintable(purchaseOrder)).length === 0;
  return salesDocument(
    {
      title: `Invoice ${invoiceNumber(invoice)}`,
      issued: invoice,
      order,
      references: [
        ...(isShown ? [`Your purchase order ${purchaseOrder}`] : []),
        ...(invoice.replaces === null
          ? []
          : [`Replaces invoice ${invoiceNumber({ number: invoice.replaces })}`]),
      ],
      rows: [
        ...lines.map(({ lineTotal, ...line }) => ({ ...line, total: lineTotal })),
        ...(order.shipping > 0 ? [shippingRow(order.shipping)] : []),
      ],
      vat: order.vat,
      total: order.total,
      after: refunds.map(({ amount, completedAt }) => [
        `Refunded on ${longDate(completedAt ?? invoice.issuedAt)}`,
        `-${formatPounds(amount)}`,
      ]),
      note: `Paid by PayPal on ${longDate(order.capturedAt ?? order.createdAt)}. Nothing is left to pay.`,
    },
    seller,
  );
}
