import { z } from 'zod';
import { PayPalError } from './paypal-error';
import type { OrderRecord, RefundRecord } from './records';

const MAX_RANGE_MS = 31 * 24 * 60 * 60 * 1000;

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const querySchema = z
  .object({
    start_date: time,
    end_date: time,
    page_size: z.coerce.number().int().min(1).max(500).default(100),
    page: z.coerce.number().int().min(1).default(1),
  })
  .refine(({ start_date, end_date }) => start_date <= end_date && end_date - start_date <= MAX_RANGE_MS);

/**
 * PayPal's search (Transaction Search v1). PayPal lists a transaction up to three hours later; the sandbox at
 * once.
 * @throws PayPalError 400
 */
export function searchTransactions(orders: readonly OrderRecord[], query: unknown) {
  const { data } = querySchema.safeParse(query);
  if (!data) throw new PayPalError(400);
  const { start_date: start, end_date: end, page, page_size: size } = data;
  const found = orders.flatMap(transactionsOf).filter(({ transaction_initiation_date: at }) => {
    return start <= Date.parse(at) && Date.parse(at) <= end;
  });
  return {
    transaction_details: found
      .slice((page - 1) * size, page * size)
      .map((transaction_info) => ({ transaction_info })),
    last_refreshed_datetime: new Date().toISOString(),
    page,
    total_items: found.length,
    total_pages: Math.ceil(found.length / size),
  };
}

const isLive = ({ status }: RefundRecord) => status === 'COMPLETED' || status === 'PENDING';

/** An order's capture and what followed it, with PayPal's event codes. */
function transactionsOf({ capture }: OrderRecord) {
  if (!capture) return [];
  return [
    {
      transaction_id: capture.id,
      transaction_event_code: 'T0006',
      transaction_initiation_date: capture.createdAt,
      transaction_amount: capture.amount,
    },
    ...capture.refunds.filter(isLive).map(({ id, createdAt, amount }) => ({
      transaction_id: id,
      paypal_reference_id: capture.id,
      paypal_reference_id_type: 'TXN',
      transaction_event_code: capture.status === 'REVERSED' ? 'T1106' : 'T1107',
      transaction_initiation_date: createdAt,
      transaction_amount: { ...amount, value: `-${amount.value}` },
    })),
  ];
}
