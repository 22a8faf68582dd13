import { listPaypalPayments } from './paypal-transactions';

const DAY_MS = 24 * 60 * 60 * 1000;
const until = new Date();

const payment = (transaction_id: string) => ({ transaction_id, transaction_event_code: 'T0006' });
const about = (
  paypal_reference_id: string,
  transaction_event_code: string,
  paypal_reference_id_type = 'TXN',
) => ({
  transaction_id: `${transaction_event_code} of ${paypal_reference_id}`,
  transaction_event_code,
  paypal_reference_id,
  paypal_reference_id_type,
});

/** PayPal's answers, page by page. @returns what was asked for, too. */
async function list(from: Date, pages: readonly (readonly object[])[], refreshed?: Date) {
  const asked: URLSearchParams[] = [];
  const result = await listPaypalPayments(
    async ({ path, response }) => {
      const query = new URL(path, 'https://paypal.test').searchParams;
      asked.push(query);
      const found = pages[Number(query.get('page')) - 1] ?? [];
      return response.parse({
        transaction_details: found.map((transaction_info) => ({ transaction_info })),
        total_pages: pages.length,
        ...(refreshed && { last_refreshed_datetime: refreshed.toISOString() }),
      });
    },
    from,
    until,
  );
  return { ...result, asked };
}

test('a refund, reversal or chargeback leads to its payment, and nothing else does', async () => {
  const others = [about('balance', 'T0400'), about('an order', 'T1107', 'ODR'), payment('PAID')];
  const changes = [about('REFUNDED', 'T1107'), about('REVERSED', 'T1106'), about('DISPUTED', 'T1201')];
  const { captureIds } = await list(new Date(until.getTime() - DAY_MS), [others, changes, [payment('PAID')]]);
  expect(captureIds).toEqual(['PAID', 'REFUNDED', 'REVERSED', 'DISPUTED']);
});

test('a long time is asked for in parts that PayPal accepts, without gaps', async () => {
  const from = new Date(until.getTime() - 100 * DAY_MS);
  const { asked } = await list(from, [[], []]);
  const parts = asked.filter((query) => query.get('page') === '1');
  expect(parts[0]?.get('start_date')).toBe(from.toISOString());
  expect(parts.at(-1)?.get('end_date')).toBe(until.toISOString());
  for (const [index, part] of parts.entries()) {
    const [start, end] = [part.get('start_date') ?? '', part.get('end_date') ?? ''];
    expect(Date.parse(end) - Date.parse(start)).toBeLessThanOrEqual(31 * DAY_MS);
    if (index > 0) expect(parts[index - 1]?.get('end_date')).toBe(start);
  }
  expect(asked).toHaveLength(2 * parts.length);
});

test('payments that PayPal may not list yet are announced', async () => {
  const from = new Date(until.getTime() - DAY_MS);
  const refreshed = new Date(until.getTime() - 60_000);
  expect((await list(from, [[]], refreshed)).completeUntil).toEqual(refreshed);
  expect((await list(from, [[]], new Date(until.getTime() + 60_000))).completeUntil).toEqual(until);
  // The documented delay counts where PayPal names no time.
  const { completeUntil } = await list(from, [[]]);
  expect(until.getTime() - completeUntil.getTime()).toBeGreaterThan(2.9 * 60 * 60 * 1000);
});
