import { type Merchant, presentCapture, presentOrder, presentRefund } from './presenter';
import type { CaptureRecord, OrderRecord, RefundRecord } from './records';

/** What a webhook carries, as PayPal's list of event names has it. */
export interface BankEvent {
  readonly event_type:
    | 'CHECKOUT.ORDER.APPROVED'
    | 'PAYMENT.CAPTURE.COMPLETED'
    | 'PAYMENT.CAPTURE.PENDING'
    | 'PAYMENT.CAPTURE.DENIED'
    | 'PAYMENT.CAPTURE.REFUNDED'
    | 'PAYMENT.CAPTURE.REVERSED';
  readonly resource_type: 'checkout-order' | 'capture' | 'refund';
  readonly resource_version: '2.0';
  readonly summary: string;
  readonly resource: object;
}

export function orderApproved(
  order: OrderRecord,
  surroundings: { readonly origin: string; readonly merchant: Merchant },
): BankEvent {
  return {
    event_type: 'CHECKOUT.ORDER.APPROVED',
    resource_type: 'checkout-order',
    resource_version: '2.0',
    summary: 'An order has been approved by buyer',
    resource: presentOrder(order, surroundings),
  };
}

export function captureChanged(order: OrderRecord, capture: CaptureRecord, origin: string): BankEvent {
  const outcome = capture.status === 'COMPLETED' || capture.status === 'PENDING' ? capture.status : 'DENIED';
  return {
    event_type: `PAYMENT.CAPTURE.${outcome}`,
    resource_type: 'capture',
    resource_version: '2.0',
    summary: `Payment ${outcome.toLowerCase()} for ${capture.amount.currency_code} ${capture.amount.value}`,
    resource: presentCapture(order, capture, origin),
  };
}

export function moneyBack(
  kind: 'REFUNDED' | 'REVERSED',
  order: OrderRecord,
  capture: CaptureRecord,
  refund: RefundRecord,
  origin: string,
): BankEvent {
  return {
    event_type: `PAYMENT.CAPTURE.${kind}`,
    resource_type: 'refund',
    resource_version: '2.0',
    summary: `A ${refund.amount.currency_code} ${refund.amount.value} capture payment was ${kind.toLowerCase()}`,
    resource: presentRefund(order, capture, refund, origin),
  };
}
