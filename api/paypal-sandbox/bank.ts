import { type BankEvent, captureChanged, moneyBack, orderApproved } from './bank-events';
import type { Faults } from './faults';
import { newId } from './ids';
import { amountOf, type Money, readOrderRequest } from './order-request';
import { notFound, PayPalError, unprocessable } from './paypal-error';
import type { Merchant } from './presenter';
import type { Approval, CaptureRecord, OrderRecord, RefundRecord } from './records';
import type { Store } from './store';

export interface Created<T> {
  readonly record: T;
  /** False when an earlier request with the same PayPal-Request-Id is replayed. */
  readonly fresh: boolean;
}

interface Dependencies {
  readonly store: Store;
  readonly faults: Faults;
  readonly merchant: Merchant;
  readonly origin: () => string;
  readonly announce: (event: BankEvent) => void;
}

/** What happens to orders: the rules behind the REST calls, the buyer's page and the control endpoint. */
export class Bank {
  constructor(private readonly deps: Dependencies) {}

  order(id: string): OrderRecord {
    const order = this.deps.store.orders.get(id);
    if (!order) throw notFound(id);
    return order;
  }

  /** @throws PayPalError 400 and 422 as `readOrderRequest`, 422 PAYEE_ACCOUNT_INVALID. */
  create(body: unknown, requestId: string | undefined): Created<OrderRecord> {
    const key = requestId && `create ${requestId}`;
    const replay = key ? this.deps.store.findReplay(key) : undefined;
    if (replay) return { record: this.order(replay.orderId), fresh: false };

    const request = readOrderRequest(body);
    const { payee } = request.unit;
    if (payee?.merchant_id !== undefined && payee.merchant_id !== this.deps.merchant.id) {
      throw unprocessable('PAYEE_ACCOUNT_INVALID', "/purchase_units/@reference_id=='default'/payee");
    }
    this.refuseUsedInvoice(request.unit.invoice_id);
    const order: OrderRecord = {
      id: newId(),
      createdAt: now(),
      request,
      status: request.withSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    };
    this.deps.store.keepOrder(order);
    if (key) this.deps.store.keepReplay({ key, orderId: order.id });
    return { record: order, fresh: true };
  }

  /** The buyer agreed on the buyer's page. */
  approve(id: string, approval: Approval): OrderRecord {
    const order = this.order(id);
    if (order.status === 'COMPLETED' || order.status === 'VOIDED') {
      throw unprocessable('ORDER_ALREADY_CAPTURED');
    }
    const approved = this.change(order, { status: 'APPROVED', approval });
    this.deps.announce(orderApproved(approved, this.surroundings()));
    return approved;
  }

  /** @throws PayPalError 404, 422 ORDER_NOT_APPROVED, ORDER_ALREADY_CAPTURED, INSTRUMENT_DECLINED, DUPLICATE_INVOICE_ID. */
  capture(id: string, requestId: string | undefined): Created<OrderRecord> {
    const key = requestId && `capture ${id} ${requestId}`;
    const replay = key ? this.deps.store.findReplay(key) : undefined;
    if (replay) return { record: this.order(replay.orderId), fresh: false };

    const order = this.order(id);
    if (order.capture) throw unprocessable('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED' || !order.approval) throw unprocessable('ORDER_NOT_APPROVED');
    const wish = this.deps.faults.plan.capture;
    if (wish === 'declined' || order.approval.instrument === 'declined') throw this.declined(order);
    this.refuseUsedInvoice(order.request.unit.invoice_id);

    const { currency_code, value } = order.request.unit.amount;
    const capture: CaptureRecord = {
      id: newId(),
      amount: { currency_code, value },
      createdAt: now(),
      status: wish === 'pending' ? 'PENDING' : 'COMPLETED',
      refunds: [],
    };
    const captured = this.change(order, { status: 'COMPLETED', capture });
    if (key) this.deps.store.keepReplay({ key, orderId: id });
    this.deps.announce(captureChanged(captured, capture, this.deps.origin()));
    return { record: captured, fresh: true };
  }

  /** A capture under review is released or denied. */
  review(captureId: string, outcome: 'COMPLETED' | 'DECLINED'): void {
    const { order, capture } = this.find(captureId);
    if (capture.status !== 'PENDING') throw notFound(captureId);
    const reviewed = { ...capture, status: outcome };
    const changed = this.change(order, { capture: reviewed });
    this.deps.announce(captureChanged(changed, reviewed, this.deps.origin()));
  }

  /** @throws PayPalError 404, 422 CAPTURE_FULLY_REFUNDED, REFUND_AMOUNT_EXCEEDED. */
  refund(captureId: string, requestId: string | undefined, amount?: Money): Created<RefundRecord> {
    const { order, capture } = this.find(captureId);
    const key = requestId && `refund ${captureId} ${requestId}`;
    const replay = key ? this.deps.store.findReplay(key) : undefined;
    const earlier = capture.refunds.find(({ id }) => id === replay?.refundId);
    if (earlier) return { record: earlier, fresh: false };

    const left = amountOf(capture.amount) - refunded(capture);
    if (left <= 0 || capture.status === 'DECLINED') throw unprocessable('CAPTURE_FULLY_REFUNDED');
    const wanted = amount ? amountOf(amount) : left;
    if (wanted > left || wanted <= 0) throw unprocessable('REFUND_AMOUNT_EXCEEDED', '/amount/value');
    const refund: RefundRecord = {
      id: newId(),
      amount: { currency_code: capture.amount.currency_code, value: (wanted / 100).toFixed(2) },
      createdAt: now(),
    };
    const status = wanted === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    const changed = { ...capture, status, refunds: [...capture.refunds, refund] } as const;
    const updated = this.change(order, { capture: changed });
    if (key) this.deps.store.keepReplay({ key, orderId: order.id, refundId: refund.id });
    this.deps.announce(moneyBack('REFUNDED', updated, changed, refund, this.deps.origin()));
    return { record: refund, fresh: true };
  }

  /** The buyer's bank takes the money back. */
  reverse(captureId: string): void {
    const { order, capture } = this.find(captureId);
    const refund: RefundRecord = { id: newId(), amount: capture.amount, createdAt: now() };
    const reversed = { ...capture, status: 'REVERSED', refunds: [...capture.refunds, refund] } as const;
    const changed = this.change(order, { capture: reversed });
    this.deps.announce(moneyBack('REVERSED', changed, reversed, refund, this.deps.origin()));
  }

  /** Lets a test lower what an order is worth behind the shop's back. */
  alterAmount(id: string, value: string, currency = 'GBP'): void {
    const order = this.order(id);
    const { unit } = order.request;
    const request = { ...order.request, unit: { ...unit, amount: { currency_code: currency, value } } };
    this.change(order, { request });
  }

  find(captureId: string): { order: OrderRecord; capture: CaptureRecord } {
    const found = this.deps.store.findCapture(captureId);
    if (!found) throw notFound(captureId);
    return found;
  }

  /** Orders are replaced, never changed in place: what was handed out stays as it was. */
  private change(order: OrderRecord, changes: Partial<OrderRecord>): OrderRecord {
    const changed = { ...order, ...changes };
    this.deps.store.keepOrder(changed);
    return changed;
  }

  private refuseUsedInvoice(invoiceId: string | undefined): void {
    if (invoiceId === undefined) return;
    for (const { request, capture } of this.deps.store.orders.values()) {
      if (capture && request.unit.invoice_id === invoiceId) throw unprocessable('DUPLICATE_INVOICE_ID');
    }
  }

  private declined(order: OrderRecord): PayPalError {
    const { details } = unprocessable('INSTRUMENT_DECLINED');
    const href = `${this.deps.origin()}/checkoutnow?token=${order.id}`;
    return new PayPalError(422, details, [{ href, rel: 'redirect', method: 'GET' }]);
  }

  private surroundings() {
    return { origin: this.deps.origin(), merchant: this.deps.merchant };
  }
}

function refunded(capture: CaptureRecord): number {
  return capture.refunds.reduce((sum, refund) => sum + amountOf(refund.amount), 0);
}

function now(): string {
  // PayPal's timestamps carry no fractions of a second.
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
