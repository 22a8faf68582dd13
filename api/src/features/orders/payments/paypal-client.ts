import { setMaxListeners } from 'node:events';
import { CURRENCY, type Pence, toDecimal } from '@isa/api-contract';
import { z } from 'zod';
import { createEventReader } from './paypal-events';
import { createPaypalHttp } from './paypal-http';
import {
  fromPaypalOrder,
  type NewPayment,
  paypalOrderSchema,
  refundState,
  toPaypalOrder,
} from './paypal-order';
import type { PaypalSettings } from './paypal-settings';
import { listPaypalPayments } from './paypal-transactions';
import { timed } from '../../../platform/timing';
import { traceCall } from '../../../platform/tracing/spans';
import { PaymentError, type RefundOutcome } from './provider';

const createdSchema = z.object({ id: z.string().min(1) });
const refundSchema = z.object({
  id: z.string().min(1),
  status: z.string(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
});
const captureSchema = z.object({
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }) }).optional(),
});
const ORDERS = '/v2/checkout/orders';

export type PaymentProvider = ReturnType<typeof createPaypalClient>;

/**
 * PayPal as the payment provider: Orders v2, Payments v2, Transaction Search v1 and webhooks. Calls with a key are
 * idempotent. Every method throws PaymentError. Once `stopping`, calls get half of the time that is left to
 * their requests.
 */
export function createPaypalClient(
  settings: PaypalSettings,
  { stopping, now = () => new Date() }: { readonly stopping?: AbortSignal; readonly now?: () => Date } = {},
) {
  const hurry = new AbortController();
  // Each of the calls that run at once listens to it.
  setMaxListeners(0, hurry.signal);
  const end = () => setTimeout(() => hurry.abort(), settings.stopMs / 2).unref();
  stopping?.addEventListener('abort', end, { once: true });
  const call = createPaypalHttp(settings, hurry.signal, now);
  const order = (id: string) => `${ORDERS}/${encodeURIComponent(id)}`;
  const readPayment = async (id: string) =>
    fromPaypalOrder(await call({ method: 'GET', path: order(id), response: paypalOrderSchema }));
  return {
    readPayment,
    async createPayment(payment: NewPayment, key: string) {
      const body = toPaypalOrder(payment, settings);
      const { id } = await call({ method: 'POST', path: ORDERS, body, key, response: createdSchema });
      return { providerOrderId: id };
    },
    /** Lists payments from the provider's accounts, independent of our rows. */
    listPayments: (from: Date, until: Date) => listPaypalPayments(call, from, until),
    async readCaptured(captureId: string) {
      const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`;
      const capture = await call({ method: 'GET', path, response: captureSchema });
      const orderId = capture.supplementary_data?.related_ids.order_id;
      if (orderId === undefined) throw new PaymentError('unknown', 'The capture belongs to no order.');
      return readPayment(orderId);
    },
    async capturePayment(id: string, key: string) {
      const path = `${order(id)}/capture`;
      return fromPaypalOrder(await call({ method: 'POST', path, key, response: paypalOrderSchema }));
    },
    /**
     * Refunds an amount of the capture, by default all that is left of it. The key is also stored with the refund, because
     * PayPal forgets the keys of requests after six hours.
     */
    async refundCapture(captureId: string, key: string, amount?: Pence): Promise<RefundOutcome> {
      const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`;
      const body = {
        custom_id: key,
        ...(amount && { amount: { currency_code: CURRENCY, value: toDecimal(amount) } }),
      };
      return outcomeOf(await call({ method: 'POST', path, body, key, response: refundSchema }));
    },
    async readRefund(refundId: string): Promise<RefundOutcome> {
      const path = `/v2/payments/refunds/${encodeURIComponent(refundId)}`;
      return outcomeOf(await call({ method: 'GET', path, response: refundSchema }));
    },
    /** Verifies and parses a webhook. `header` returns '' for a missing one; the third argument finds our order's id. */
    readEvent: createEventReader(settings),
  };
}

function outcomeOf({ id, status, status_details }: z.infer<typeof refundSchema>): RefundOutcome {
  const reason = status_details?.reason === undefined ? '' : ` (${status_details.reason})`;
  const state = refundState(status);
  return { refundId: id, state, ...(state === 'failed' && { reason: `PayPal says ${status}${reason}.` }) };
}

/** @param observe gets as the result `succeeded`, or why the call failed. */
export function measurePayments(
  provider: PaymentProvider,
  observe: (call: string, result: string, seconds: number) => void,
): PaymentProvider {
  const measured =
    <Inputs extends unknown[], Result>(call: string, run: (...inputs: Inputs) => Promise<Result>) =>
    (...inputs: Inputs): Promise<Result> =>
      timed(
        () => traceCall(`paypal ${call}`, {}, () => run(...inputs)),
        (seconds, failure) => {
          const reason = failure?.error instanceof PaymentError ? failure.error.id : 'error';
          observe(call, failure ? reason : 'succeeded', seconds);
        },
      );
  return {
    ...provider,
    createPayment: measured('create', provider.createPayment),
    readPayment: measured('read', provider.readPayment),
    capturePayment: measured('capture', provider.capturePayment),
    refundCapture: measured('refund', provider.refundCapture),
    readRefund: measured('read', provider.readRefund),
  };
}
