import { z } from 'zod';
import { createEventReader } from './paypal-events';
import { createPaypalHttp } from './paypal-http';
import { fromPaypalOrder, paypalOrderSchema, toPaypalOrder } from './paypal-order';
import type { PaypalSettings } from './paypal-settings';
import type { PaymentProvider } from './provider';

const createdSchema = z.object({ id: z.string().min(1) });
const refundSchema = z.object({ id: z.string().min(1), status: z.string() });

/** PayPal behind the one door: Orders v2, Payments v2 and webhooks over fetch. */
export function createPaypalClient(settings: PaypalSettings): PaymentProvider {
  const call = createPaypalHttp(settings);
  const order = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
  return {
    async createPayment(payment, key) {
      const body = toPaypalOrder(payment, settings);
      const created = await call({
        method: 'POST',
        path: '/v2/checkout/orders',
        body,
        key,
        answer: createdSchema,
      });
      return { providerOrderId: created.id };
    },
    async readPayment(id) {
      return fromPaypalOrder(await call({ method: 'GET', path: order(id), answer: paypalOrderSchema }));
    },
    async capturePayment(id, key) {
      const path = `${order(id)}/capture`;
      return fromPaypalOrder(await call({ method: 'POST', path, key, answer: paypalOrderSchema }));
    },
    async refundCapture(captureId, key) {
      const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`;
      await call({ method: 'POST', path, key, answer: refundSchema });
    },
    readEvent: createEventReader(settings),
  };
}
