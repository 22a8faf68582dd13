import { z } from 'zod';
import { createEventReader } from './paypal-events';
import { createPaypalHttp } from './paypal-http';
import { fromPaypalOrder, paypalOrderSchema, toPaypalOrder } from './paypal-order';
import type { PaypalSettings } from './paypal-settings';
import type { PaymentProvider } from './provider';

const createdSchema = z.object({ id: z.string().min(1) });
const refundSchema = z.object({ id: z.string().min(1), status: z.string() });
const ORDERS = '/v2/checkout/orders';

/** PayPal as the payment provider: Orders v2, Payments v2 and webhooks. */
export function createPaypalClient(settings: PaypalSettings): PaymentProvider {
  const call = createPaypalHttp(settings);
  const order = (id: string) => `${ORDERS}/${encodeURIComponent(id)}`;
  return {
    async createPayment(payment, key) {
      const body = toPaypalOrder(payment, settings);
      const { id } = await call({ method: 'POST', path: ORDERS, body, key, response: createdSchema });
      return { providerOrderId: id };
    },
    async readPayment(id) {
      return fromPaypalOrder(await call({ method: 'GET', path: order(id), response: paypalOrderSchema }));
    },
    async capturePayment(id, key) {
      const path = `${order(id)}/capture`;
      return fromPaypalOrder(await call({ method: 'POST', path, key, response: paypalOrderSchema }));
    },
    async refundCapture(captureId, key) {
      const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`;
      await call({ method: 'POST', path, key, response: refundSchema });
    },
    readEvent: createEventReader(settings),
  };
}
