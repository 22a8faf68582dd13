import type { Presenter } from '../presenter';
import type { CaptureRecord, OrderRecord, RefundRecord } from '../records';

/** The content of a webhook, with PayPal's event names. */
export interface WebhookEvent {
  readonly event_type: `PAYMENT.CAPTURE.${CaptureOutcome}` | 'CHECKOUT.ORDER.APPROVED';
  readonly resource_type: 'checkout-order' | 'capture' | 'refund';
  readonly summary: string;
  readonly resource: object;
}
type CaptureOutcome = 'COMPLETED' | 'PENDING' | 'DENIED' | 'REFUNDED' | 'REVERSED';

export function orderApproved(presenter: Presenter, order: OrderRecord): WebhookEvent {
  return {
    event_type: 'CHECKOUT.ORDER.APPROVED',
    resource_type: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: presenter.order(order),
  };
}

export function captureChanged(
  presenter: Presenter,
  order: OrderRecord,
  capture: CaptureRecord,
): WebhookEvent {
  const { status, amount } = capture;
  const outcome = status === 'COMPLETED' || status === 'PENDING' ? status : 'DENIED';
  return {
    event_type: `PAYMENT.CAPTURE.${outcome}`,
    resource_type: 'capture',
    summary: `Payment ${outcome.toLowerCase()} for ${amount.currency_code} ${amount.value}`,
    resource: presenter.capture(order, capture),
  };
}

export function refunded(
  presenter: Presenter,
  order: OrderRecord,
  capture: CaptureRecord,
  refund: RefundRecord,
): WebhookEvent {
  const outcome = capture.status === 'REVERSED' ? 'REVERSED' : 'REFUNDED';
  const { currency_code, value } = refund.amount;
  return {
    event_type: `PAYMENT.CAPTURE.${outcome}`,
    resource_type: 'refund',
    summary: `A ${currency_code} ${value} capture payment was ${outcome.toLowerCase()}`,
    resource: presenter.refund(order, capture, refund),
  };
}
