import type { Faults } from './faults';
import { newId } from './ids';
import { amountOf, type Money, readOrderRequest } from './order-request';
import { notFound, PayPalError, unprocessable } from './paypal-error';
import type { Merchant, Presenter } from './presenter';
import type { Approval, CaptureRecord, OrderRecord, RefundRecord, ReplayRecord } from './records';
import type { Store } from './store';
import { captureChanged, orderApproved, refunded, type WebhookEvent } from './webhooks/events';

interface Result<T> {
  readonly record: T;
  /** False if this repeats an earlier request with the same PayPal-Request-Id. */
  readonly fresh: boolean;
}

interface Dependencies {
  readonly store: Store;
  readonly faults: Faults;
  readonly merchant: Merchant;
  readonly origin: string;
  readonly presenter: Presenter;
  readonly send: (event: WebhookEvent) => void;
}

/** The rules of orders, captures and refunds behind the REST interface, the buyer's pages and the control endpoint. */
export class Payments {
  constructor(private readonly deps: Dependencies) {}

  /** @throws PayPalError 404 */
  order(id: string): OrderRecord {
    const order = this.deps.store.orders.get(id);
    if (!order) throw notFound(id);
    return order;
  }

  /** @throws PayPalError 404 */
  find(captureId: string): { order: OrderRecord; capture: CaptureRecord } {
    const found = this.deps.store.findCapture(captureId);
    if (!found) throw notFound(captureId);
    return found;
  }

  /** @throws PayPalError 400 and 422 as `readOrderRequest`, 422 PAYEE_ACCOUNT_INVALID, DUPLICATE_INVOICE_ID */
  create(body: unknown, requestId: string | undefined): Result<OrderRecord> {
    const key = requestId && `create ${requestId}`;
    const replay = this.findReplay(key);
    if (replay) return { record: this.order(replay.orderId), fresh: false };

    const request = readOrderRequest(body);
    const { payee, invoice_id } = request.unit;
    if (payee?.merchant_id !== undefined && payee.merchant_id !== this.deps.merchant.id) {
      throw unprocessable('PAYEE_ACCOUNT_INVALID', "/purchase_units/@reference_id=='default'/payee");
    }
    this.refuseUsedInvoice(invoice_id);
    const status = request.withSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED';
    const order: OrderRecord = { id: newId(), createdAt: now(), request, status };
    this.deps.store.saveOrder(order);
    this.saveReplay(key, order.id);
    return { record: order, fresh: true };
  }

  /** @throws PayPalError 404, 422 ORDER_ALREADY_CAPTURED */
  approve(id: string, approval: Approval): OrderRecord {
    const order = this.order(id);
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
    const approved = this.change(order, { status: 'APPROVED', approval });
    this.deps.send(orderApproved(this.deps.presenter, approved));
    return approved;
  }

  /** @throws PayPalError 404, 422 ORDER_NOT_APPROVED, ORDER_ALREADY_CAPTURED, INSTRUMENT_DECLINED, DUPLICATE_INVOICE_ID */
  capture(id: string, requestId: string | undefined): Result<OrderRecord> {
    const key = requestId && `capture ${id} ${requestId}`;
    const replay = this.findReplay(key);
    if (replay) return { record: this.order(replay.orderId), fresh: false };

    const order = this.order(id);
    if (order.capture) throw unprocessable('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED' || !order.approval) throw unprocessable('ORDER_NOT_APPROVED');
    const outcome = this.deps.faults.plan.capture;
    if (outcome === 'declined' || order.approval.instrument === 'declined') throw this.declined(order);
    this.refuseUsedInvoice(order.request.unit.invoice_id);

    const { currency_code, value } = order.request.unit.amount;
    const capture: CaptureRecord = {
      id: newId(),
      amount: { currency_code, value },
      createdAt: now(),
      status: outcome === 'pending' ? 'PENDING' : 'COMPLETED',
      refunds: [],
    };
    const captured = this.change(order, { status: 'COMPLETED', capture });
    this.saveReplay(key, id);
    this.deps.send(captureChanged(this.deps.presenter, captured, capture));
    return { record: captured, fresh: true };
  }

  /** Ends the review of a pending capture. @throws PayPalError 404 */
  review(captureId: string, outcome: 'COMPLETED' | 'DECLINED'): void {
    const { order, capture } = this.find(captureId);
    if (capture.status !== 'PENDING') throw notFound(captureId);
    const reviewed = { ...capture, status: outcome };
    const changed = this.change(order, { capture: reviewed });
    this.deps.send(captureChanged(this.deps.presenter, changed, reviewed));
  }

  /** @throws PayPalError 404, 422 CAPTURE_FULLY_REFUNDED, REFUND_AMOUNT_EXCEEDED */
  refund(captureId: string, requestId: string | undefined, amount?: Money): Result<RefundRecord> {
    const { order, capture } = this.find(captureId);
    const key = requestId && `refund ${captureId} ${requestId}`;
    const replay = this.findReplay(key);
    const earlier = capture.refunds.find(({ id }) => id === replay?.refundId);
    if (earlier) return { record: earlier, fresh: false };

    const spent = capture.refunds.reduce((sum, refund) => sum + amountOf(refund.amount), 0);
    const left = amountOf(capture.amount) - spent;
    if (left <= 0 || capture.status === 'DECLINED') throw unprocessable('CAPTURE_FULLY_REFUNDED');
    const requested = amount ? amountOf(amount) : left;
    if (requested > left || requested <= 0) throw unprocessable('REFUND_AMOUNT_EXCEEDED', '/amount/value');
    const { currency_code } = capture.amount;
    const status = requested === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    const refund = this.addRefund(order, capture, status, {
      currency_code,
      value: (requested / 100).toFixed(2),
    });
    this.saveReplay(key, order.id, refund.id);
    return { record: refund, fresh: true };
  }

  /** The buyer's bank reclaims the money. @throws PayPalError 404 */
  reverse(captureId: string): void {
    const { order, capture } = this.find(captureId);
    this.addRefund(order, capture, 'REVERSED', capture.amount);
  }

  /** Lets a test change an order's amount without the shop. */
  alterAmount(id: string, value: string, currency = 'GBP'): void {
    const order = this.order(id);
    const unit = { ...order.request.unit, amount: { currency_code: currency, value } };
    this.change(order, { request: { ...order.request, unit } });
  }

  private addRefund(
    order: OrderRecord,
    capture: CaptureRecord,
    status: 'REFUNDED' | 'PARTIALLY_REFUNDED' | 'REVERSED',
    amount: Money,
  ): RefundRecord {
    const refund: RefundRecord = { id: newId(), amount, createdAt: now() };
    const changed = { ...capture, status, refunds: [...capture.refunds, refund] };
    const updated = this.change(order, { capture: changed });
    this.deps.send(refunded(this.deps.presenter, updated, changed, refund));
    return refund;
  }

  /** Replaces the order, so that records returned earlier stay unchanged. */
  private change(order: OrderRecord, changes: Partial<OrderRecord>): OrderRecord {
    const changed = { ...order, ...changes };
    this.deps.store.saveOrder(changed);
    return changed;
  }

  private findReplay(key: string | undefined): ReplayRecord | undefined {
    return key ? this.deps.store.findReplay(key) : undefined;
  }

  private saveReplay(key: string | undefined, orderId: string, refundId?: string): void {
    if (key) this.deps.store.saveReplay({ key, orderId, refundId });
  }

  private refuseUsedInvoice(invoiceId: string | undefined): void {
    if (invoiceId === undefined) return;
    for (const { request, capture } of this.deps.store.orders.values()) {
      if (capture && request.unit.invoice_id === invoiceId) throw unprocessable('DUPLICATE_INVOICE_ID');
    }
  }

  private declined(order: OrderRecord): PayPalError {
    const { details } = unprocessable('INSTRUMENT_DECLINED');
    const href = `${this.deps.origin}/checkoutnow?token=${order.id}`;
    return new PayPalError(422, details, [{ href, rel: 'redirect', method: 'GET' }]);
  }
}

function now(): string {
  // PayPal's timestamps have no fractions of a second.
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
