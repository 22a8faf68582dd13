import { toDecimal } from '@isa/api-contract';
import { z } from 'zod';
import { createEventReader } from './paypal-events';
import { createPaypalHttp } from './paypal-http';
import { fromPaypalOrder, paypalOrderSchema, toPaypalOrder } from './paypal-order';
import type { PaypalSettings } from './paypal-settings';
import { listPaypalPayments } from './paypal-transactions';
import { PaymentError, type PaymentProvider } from './provider';

const createdSchema = z.object({ id: z.string().min(1) });
const refundSchema = z.object({ id: z.string().min(1), status: z.string() });
const captureSchema = z.object({
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }) }).optional(),
});
const ORDERS = '/v2/checkout/orders';

interface PaypalOptions {
  /** Aborted when the process stops: calls then get half of the time that is left to their requests. */
  readonly stopping?: AbortSignal;
  readonly now?: () => Date;
}

/** PayPal as the payment provider: Orders v2, Payments v2, Transaction Search v1 and webhooks. */
export function createPaypalClient(
  settings: PaypalSettings,
  { stopping, now = () => new Date() }: PaypalOptions = {},
): PaymentProvider {
  const hurry = new AbortController();
  const end = () => setTimeout(() => hurry.abort(), settings.stopMs / 2).unref();
  stopping?.addEventListener('abort', end, { once: true });
  const call = createPaypalHttp(settings, hurry.signal, now);
  const order = (id: string) => `${ORDERS}/${encodeURIComponent(id)}`;
  const readPayment = async (id: string) =>
    fromPaypalOrder(await call({ method: 'GET', path: order(id), response: paypalOrderSchema }));
  return {
    readPayment,
    async createPayment(payment, key) {
      const body = toPaypalOrder(payment, settings);
      const { id } = await call({ method: 'POST', path: ORDERS, body, key, response: createdSchema });
      return { providerOrderId: id };
    },
    listPayments: (from, until) => listPaypalPayments(call, from, until),
    async readCaptured(captureId) {
      const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`;
      const capture = await call({ method: 'GET', path, response: captureSchema });
      const orderId = capture.supplementary_data?.related_ids.order_id;
      if (orderId === undefined) throw new PaymentError('unknown', 'The capture belongs to no order.');
      return readPayment(orderId);
    },
    async capturePayment(id, key) {
      const path = `${order(id)}/capture`;
      return fromPaypalOrder(await call({ method: 'POST', path, key, response: paypalOrderSchema }));
    },
    async refundCapture(captureId, key, amount) {
      const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`;
      const body = amount && {
        amount: { currency_code: amount.currency, value: toDecimal(amount.value) },
      };
      const { id, status } = await call({ method: 'POST', path, body, key, response: refundSchema });
      if (status === 'FAILED' || status === 'CANCELLED') {
        throw new PaymentError('refused', `PayPal could not complete the refund ${id}: ${status}`);
      }
      return { refundId: id };
    },
    readEvent: createEventReader(settings),
  };
}
