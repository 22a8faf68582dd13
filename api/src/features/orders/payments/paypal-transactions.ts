import { z } from 'zod';
import type { createPaypalHttp } from './paypal-http';

/** The time that one search covers; the documented limit is 31 days and 10,000 transactions. */
const WINDOW_MS = 7 * 24 * 60 * 60 * 1000;
const PAGE_SIZE = 500;
/** The delay that PayPal documents: "It takes a maximum of three hours for executed transactions to appear." */
const DELAY_MS = 3 * 60 * 60 * 1000;

const listSchema = z.object({
  transaction_details: z.array(
    z.object({
      transaction_info: z.object({
        transaction_id: z.string(),
        transaction_event_code: z.string(),
        paypal_reference_id: z.string().optional(),
        paypal_reference_id_type: z.string().optional(),
      }),
    }),
  ),
  last_refreshed_datetime: z.string().optional(),
  total_pages: z.number().int(),
});

/** https://developer.paypal.com/docs/api/transaction-search/v1/ needs the feature "Transaction search". */
export async function listPaypalPayments(call: ReturnType<typeof createPaypalHttp>, from: Date, until: Date) {
  const captureIds = new Set<string>();
  let completeUntil = until.getTime();
  for (let start = from.getTime(); start < until.getTime(); start += WINDOW_MS) {
    const end = Math.min(start + WINDOW_MS, until.getTime());
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = new URLSearchParams({
        start_date: new Date(start).toISOString(),
        end_date: new Date(end).toISOString(),
        fields: 'transaction_info',
        page_size: String(PAGE_SIZE),
        page: String(page),
      });
      const list = await call({
        method: 'GET',
        path: `/v1/reporting/transactions?${query.toString()}`,
        response: listSchema,
      });
      pages = list.total_pages;
      for (const { transaction_info: info } of list.transaction_details) {
        // Payments have the event codes T00xx; refunds and reversals (T11xx) refer to theirs.
        const { transaction_event_code: code, paypal_reference_id: reference } = info;
        const refers = /^T1[12]/.test(code) && info.paypal_reference_id_type === 'TXN';
        if (code.startsWith('T00')) captureIds.add(info.transaction_id);
        else if (refers && reference !== undefined) captureIds.add(reference);
      }
      const refreshed = Date.parse(list.last_refreshed_datetime ?? '');
      const known = Number.isNaN(refreshed) ? Date.now() - DELAY_MS : refreshed;
      completeUntil = Math.min(completeUntil, known);
    }
  }
  // The provider does not list later payments yet.
  return { captureIds: [...captureIds], completeUntil: new Date(completeUntil) };
}
