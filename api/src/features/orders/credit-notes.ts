import { longDate, type Pence, pence, sum, times, vatIncluded } from '@isa/api-contract';
import {
  type CreditNote,
  CreditNotes,
  type Invoice,
  Invoices,
  type OrderLineRow,
  type OrderRow,
  type RefundRow,
  Refunds,
} from '../../database/entities';
import { ProblemError, required } from '../../http/problem-error';
import type { OrderDeps } from './deps';
import { invoiceNumber, salesDocument, shippingRow, withNextNumber } from './invoices';

export function creditNoteNumber({ number }: Pick<CreditNote, 'number'>): string {
  return `CN-${String(number).padStart(6, '0')}`;
}

/** Whether an invoice, which was issued after the refund, already shows it. */
export function isOnInvoice(
  { completedAt }: Pick<RefundRow, 'completedAt'>,
  { issuedAt }: Pick<Invoice, 'issuedAt'>,
): boolean {
  return completedAt !== null && completedAt <= issuedAt;
}

/**
 * Issues the credit note of a refund with the next number, once, however often and by whomever it is asked for. It
 * reduces the order's last invoice.
 * @throws ProblemError `forbidden` for a refund that PayPal has not confirmed, and without an invoice from before it
 */
export async function issueCreditNote(
  { db, now }: Pick<OrderDeps, 'db' | 'now'>,
  refundId: number,
  by: number,
): Promise<CreditNote> {
  return withNextNumber(db, 'creditNote', async (manager, takeNumber) => {
    const issued = await manager.findOneBy(CreditNotes, { refundId });
    if (issued) return issued;
    const refund = required(await manager.findOneBy(Refunds, { id: refundId }));
    if (refund.state !== 'done') {
      throw new ProblemError('forbidden', {
        message: 'Credit notes are issued for refunds that PayPal has confirmed only.',
      });
    }
    const [invoice] = await manager.find(Invoices, {
      where: { orderId: refund.orderId },
      order: { number: 'DESC' },
      take: 1,
    });
    if (!invoice) {
      throw new ProblemError('forbidden', {
        message:
          'This order has no invoice that a credit note could reduce. One that you issue now shows the refund itself.',
      });
    }
    if (isOnInvoice(refund, invoice)) {
      throw new ProblemError('forbidden', {
        message: `Invoice ${invoiceNumber(invoice)} shows this refund already, so a credit note would deduct it twice.`,
      });
    }
    return manager.save(CreditNotes, {
      number: await takeNumber(),
      refundId,
      invoice: invoice.number,
      billTo: invoice.billTo,
      vatNumber: invoice.vatNumber,
      issuedAt: now(),
      issuedBy: by,
    });
  });
}

interface CreditNoteData {
  readonly note: CreditNote;
  readonly refund: RefundRow;
  readonly order: OrderRow;
  readonly lines: readonly OrderLineRow[];
}

/** The credit note as PDF, with what UK law asks for (VAT Regulations 1995, regulation 15C). */
export function creditNotePdf(
  { note, refund, order, lines }: CreditNoteData,
  seller: OrderDeps['env']['seller'],
): Promise<Buffer> {
  return salesDocument(
    {
      title: `Credit note ${creditNoteNumber(note)}`,
      issued: note,
      order,
      references: [`For invoice ${invoiceNumber({ number: note.invoice })}`],
      rows: rowsOf(refund, order, lines),
      vat: refund.vat,
      total: refund.amount,
      note: `Refunded by PayPal on ${longDate(refund.completedAt ?? note.issuedAt)}. You have nothing to do.`,
    },
    seller,
  );
}

/** The products of a refund, and the shipping. A refund that was made at PayPal names no products. */
function rowsOf(refund: RefundRow, order: OrderRow, lines: readonly OrderLineRow[]) {
  const products = refund.lines.flatMap(({ productId, quantity }) => {
    const line = lines.find((one) => one.productId === productId);
    if (!line) return [];
    const { title, vatPercent, unitPrice } = line;
    const total = times(unitPrice, quantity);
    return [{ title, quantity, vatPercent, vat: vatIncluded(total, vatPercent), total }];
  });
  const other = pence(refund.amount - sum(products.map(({ total }) => total)));
  if (other === 0) return products;
  if (other === order.shipping) return [...products, shippingRow(other)];
  return [partOf(refund)];
}

function partOf({ amount, vat }: { readonly amount: Pence; readonly vat: Pence }) {
  const vatPercent = Math.round((100 * vat) / (amount - vat));
  return { title: 'Part of the price', quantity: 1, vatPercent, vat, total: amount };
}
