import { formatPounds, longDate, pence, VAT_PERCENT } from '@isa/api-contract';
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

const ID = 1;

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
  // Before the transaction, because MySQL shows it what was committed until its first read: that must come after the lock.
  if (!(await db.getRepository(InvoiceNumbers).existsBy({ id: ID }))) {
    // The first invoice of all; another process may be adding the row as well.
    const row = { id: ID, last: 0 };
    await db.createQueryBuilder().insert().into(InvoiceNumbers).values(row).orIgnore().execute();
  }
  return transaction(db, async (manager) => {
    const { last } = await lockRow(manager, InvoiceNumbers, ID);
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
    await manager.update(InvoiceNumbers, { id: ID }, { last: last + 1 });
    return manager.save(Invoices, {
      ...recipient,
      number: last + 1,
      orderId: order.id,
      formKey: key,
      replaces: previous?.number ?? null,
      issuedAt: now(),
      issuedBy: by,
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

/** The invoice as PDF, with what UK law asks for (VAT Regulations 1995, regulation 14). Equal data give equal bytes. */
export async function invoicePdf(
  { invoice, order, lines, refunds }: InvoiceData,
  { name, address, vatNumber }: OrderDeps['env']['seller'],
): Promise<Buffer> {
  const number = invoiceNumber(invoice);
  const document = await createPdf({ title: `Invoice ${number}`, date: invoice.issuedAt });
  const purchaseOrder = order.purchaseOrderNumber;
  // Earlier versions of the checkout accepted any characters.
  const isShown = purchaseOrder !== null && (await unprintable(purchaseOrder)).length === 0;
  document
    .row(
      [name, { size: 15, bold: true }],
      [`Invoice ${number}`, { size: 15, bold: true, x: RIGHT, right: true }],
    )
    .space(4)
    .row(
      [address, { size: 9, width: 260 }],
      [`Date: ${longDate(invoice.issuedAt)}`, { x: RIGHT, right: true }],
    )
    .row(
      [vatNumber === null ? '' : `VAT number ${vatNumber}`, { size: 9 }],
      [`Time of supply: ${longDate(order.capturedAt ?? order.createdAt)}`, { x: RIGHT, right: true }],
    )
    .space(28)
    .row(
      [
        `${invoice.billTo}${invoice.vatNumber === null ? '' : `\nVAT number ${invoice.vatNumber}`}`,
        { width: 280 },
      ],
      [
        [
          `Order ${orderNumber(order)}`,
          ...(isShown ? [`Your purchase order ${purchaseOrder}`] : []),
          ...(invoice.replaces === null
            ? []
            : [`Replaces invoice ${invoiceNumber({ number: invoice.replaces })}`]),
        ].join('\n'),
        { x: 340 },
      ],
    )
    .space(28);

  const cells = (texts: readonly [string, string, string, string, string], bold = false) =>
    document.row(
      [texts[0], { bold, width: COLUMNS.quantity - 100 }],
      [texts[1], { bold, x: COLUMNS.quantity, right: true }],
      [texts[2], { bold, x: COLUMNS.vatRate, right: true }],
      [texts[3], { bold, x: COLUMNS.net, right: true }],
      [texts[4], { bold, x: RIGHT, right: true }],
    );
  const hasVat = vatNumber !== null;
  cells(['Description', 'Quantity', hasVat ? 'VAT' : '', hasVat ? 'Net' : '', 'Total'], true).rule();
  for (const { title, quantity, vatPercent, vat, lineTotal } of lines) {
    const net = formatPounds(pence(lineTotal - vat));
    cells([
      title,
      String(quantity),
      hasVat ? `${vatPercent}%` : '',
      hasVat ? net : '',
      formatPounds(lineTotal),
    ]);
    document.space(3);
  }
  if (order.shipping > 0) {
    const shipping = formatPounds(order.shipping);
    cells(['Shipping', '1', hasVat ? `${VAT_PERCENT.book}%` : '', hasVat ? shipping : '', shipping]);
  }
  document.space(6).rule();
  const total = (label: string, amount: string, bold = false) =>
    document.row(
      [label, { bold, x: COLUMNS.net, right: true, width: 300 }],
      [amount, { bold, x: RIGHT, right: true }],
    );
  if (hasVat) {
    total('Total without VAT', formatPounds(pence(order.total - order.vat)));
    total('VAT', formatPounds(order.vat));
  }
  total('Total', formatPounds(order.total), true);
  for (const { amount, completedAt } of refunds) {
    total(`Refunded on ${longDate(completedAt ?? invoice.issuedAt)}`, `-${formatPounds(amount)}`);
  }
  return document
    .space(28)
    .row([`Paid by PayPal on ${longDate(order.capturedAt ?? order.createdAt)}. Nothing is left to pay.`])
    .toBuffer();
}
