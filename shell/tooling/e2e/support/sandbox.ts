import { type APIRequestContext, expect } from '@playwright/test';
import { z } from 'zod';
import { ports } from './site';

const ordersSchema = z.object({
  orders: z.array(
    z.object({
      request: z.object({ unit: z.object({ invoice_id: z.string() }) }),
      capture: z.object({ id: z.string() }).optional(),
    }),
  ),
});

/** Ends PayPal's review of an order's payment. */
export async function endReview(
  request: APIRequestContext,
  number: string,
  decision: 'release' | 'deny',
): Promise<void> {
  const control = `http://localhost:${ports.sandbox}/sandbox/control`;
  const { orders } = ordersSchema.parse(await (await request.get(`${control}/orders`)).json());
  const captureId = orders.find((order) => order.request.unit.invoice_id.startsWith(number))?.capture?.id;
  const response = await request.post(`${control}/captures/${captureId ?? ''}/${decision}`);
  expect(response.ok()).toBe(true);
}
