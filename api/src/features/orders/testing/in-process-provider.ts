import { randomUUID } from 'node:crypto';
import { toDecimal } from '@isa/api-contract';
import { Faults } from '../../../../paypal-sandbox/faults';
import { PayPalError } from '../../../../paypal-sandbox/paypal-error';
import { Payments } from '../../../../paypal-sandbox/payments';
import { presentPaypalOrder, presentRefund } from '../../../../paypal-sandbox/presenter';
import { sampleMerchant } from '../../../../paypal-sandbox/sandbox';
import { openStore } from '../../../../paypal-sandbox/store';
import type { WebhookEvent } from '../../../../paypal-sandbox/webhooks';
import type { PaymentProvider } from '../payments/paypal-client';
import { parseEvent } from '../payments/paypal-events';
import { fromPaypalOrder, paypalOrderSchema, refundState, toPaypalOrder } from '../payments/paypal-order';
import { PaymentError, type PaymentErrorId } from '../payments/provider';

const origin = 'http://paypal.example';
const settings = {
  apiOrigin: origin,
  clientId: 'client',
  clientSecret: 'secret',
  merchantId: sampleMerchant.id,
  brandName: 'Academy',
  webhookId: 'webhook',
  timeoutMs: 1000,
  retryPauseMs: 1,
  stopMs: 1000,
};

const issues: Readonly<Record<string, PaymentErrorId>> = {
  INSTRUMENT_DECLINED: 'declined',
  ORDER_NOT_APPROVED: 'not-approved',
  ORDER_ALREADY_CAPTURED: 'already-captured',
};

/** What the shop's client does, with the sandbox's rules in the same process: for tests with many thousands of calls. */
export function createInProcessProvider() {
  const faults = new Faults();
  const store = openStore();
  const events: string[] = [];
  const send = (event: WebhookEvent) =>
    void events.push(
      JSON.stringify({ id: `WH-${randomUUID()}`, create_time: new Date().toISOString(), ...event }),
    );
  const payments = new Payments({ store, faults, merchant: sampleMerchant, origin, send });
  const presented = { origin, merchant: sampleMerchant };
  /** How the next calls fail: before the work, or after it with the answer lost. */
  const lost: ('before' | 'after')[] = [];

  async function call<Result>(work: () => Result): Promise<Result> {
    const kind = lost.shift();
    if (kind === 'before') throw new PaymentError('unavailable', 'PayPal did not respond.');
    let result: Result;
    try {
      result = work();
    } catch (error) {
      if (!(error instanceof PayPalError)) throw error;
      const issue = error.message;
      const id = issues[issue] ?? (error.status === 404 ? 'unknown' : 'refused');
      throw new PaymentError(id, `PayPal refused: ${issue}`);
    }
    if (kind === 'after') throw new PaymentError('unavailable', 'PayPal’s answer was lost.');
    return result;
  }
  const read = (id: string) =>
    fromPaypalOrder(paypalOrderSchema.parse(presentPaypalOrder(payments.order(id), presented)));
  const refundOutcome = (id: string) => {
    const { order, capture, refund } = payments.findRefund(id);
    const { status } = presentRefund(order, capture, refund, origin);
    return { refundId: id, state: refundState(status) };
  };

  const provider: PaymentProvider = {
    readPayment: (id) => call(() => read(id)),
    createPayment: (payment, key) =>
      call(() => ({ providerOrderId: payments.create(toPaypalOrder(payment, settings), key).record.id })),
    capturePayment: (id, key) => call(() => read(payments.capture(id, key).record.id)),
    refundCapture: (captureId, key, amount) =>
      call(() => {
        const money = amount && { currency_code: 'GBP', value: toDecimal(amount) };
        return refundOutcome(payments.refund(captureId, key, money, key).record.id);
      }),
    readRefund: (id) => call(() => refundOutcome(id)),
    readCaptured: (captureId) => call(() => read(payments.find(captureId).order.id)),
    listPayments: (_from, until) =>
      call(() => ({
        captureIds: [...store.orders.values()].flatMap(({ capture }) => capture?.id ?? []),
        completeUntil: until,
      })),
    readEvent: async (_header, body) => parseEvent(body),
  };
  return { provider, payments, orders: store.orders, faults, events, lost };
}

export type InProcessProvider = ReturnType<typeof createInProcessProvider>;
