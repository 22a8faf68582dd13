import { randomInt } from 'node:crypto';
import type { Faults } from './faults';
import { notFound, PayPalError, unprocessable } from './paypal-error';
import { type Merchant, presentCapture, presentPaypalOrder, presentRefund } from './presenter';
import {
  amountOf,
  type Approval,
  type CaptureRecord,
  type PaypalAmount,
  type OrderRecord,
  readOrderRequest,
  type RefundRecord,
  type RefundStatus,
} from './records';
import type { openStore } from './store';
import type { WebhookEvent } from './webhooks';

interface Result<T> {
  readonly record: T;
  readonly fresh: boolean;
}

interface Dependencies {
  readonly store: ReturnType<typeof openStore>;
  readonly faults: Faults;
  readonly merchant: Merchant;
  readonly origin: string;
  readonly send: (event: WebhookEvent) => void;
}

/** The rules of orders, captures and refunds behind the REST interface, the buyer's page and the control endpoint. */
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
    const order = this.first(({ capture }) => capture?.id === captureId);
    if (!order?.capture) throw notFound(captureId);
    return { order, capture: order.capture };
  }

  /** @throws PayPalError 400 and 422 as `readOrderRequest`, 422 PAYEE_ACCOUNT_INVALID, DUPLICATE_INVOICE_ID */
  create(body: unknown, requestId: string | undefined): Result<OrderRecord> {
    const replay = requestId && this.first((order) => order.requestId === requestId);
    if (replay) return { record: replay, fresh: false };
    const request = readOrderRequest(body);
    const { payee, invoice_id } = request.unit;
    if (payee?.merchant_id !== undefined && payee.merchant_id !== this.deps.merchant.id) {
      throw unprocessable('PAYEE_ACCOUNT_INVALID', "/purchase_units/@reference_id=='default'/payee");
    }
    this.refuseUsedInvoice(invoice_id);
    const status = request.withSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED';
    const order: OrderRecord = { id: newId(), requestId, createdAt: now(), request, status, units: 1 };
    this.deps.store.save(order);
    return { record: order, fresh: true };
  }

  /** @throws PayPalError 404, 422 ORDER_ALREADY_CAPTURED */
  approve(id: string, approval: Approval): OrderRecord {
    const order = this.order(id);
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
    const approved = this.change(order, { status: 'APPROVED', approval });
    this.send('CHECKOUT.ORDER.APPROVED', 'checkout-order', presentPaypalOrder(approved, this.deps));
    return approved;
  }

  /** @throws PayPalError 404, 422 ORDER_NOT_APPROVED, ORDER_ALREADY_CAPTURED, INSTRUMENT_DECLINED, DUPLICATE_INVOICE_ID */
  capture(id: string, requestId: string | undefined): Result<OrderRecord> {
    const order = this.order(id);
    if (requestId && order.capture?.requestId === requestId) return { record: order, fresh: false };
    if (order.capture) throw unprocessable('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED' || !order.approval) throw unprocessable('ORDER_NOT_APPROVED');
    const outcome = this.deps.faults.plan.capture;
    if (outcome === 'declined' || order.approval.instrument === 'declined') {
      const href = `${this.deps.origin}/checkoutnow?token=${id}`;
      const link = { href, rel: 'redirect', method: 'GET' };
      throw new PayPalError(422, [{ issue: 'INSTRUMENT_DECLINED' }], [link]);
    }
    this.refuseUsedInvoice(order.request.unit.invoice_id);

    const { currency_code, value } = order.request.unit.amount;
    const capture: CaptureRecord = {
      id: newId(),
      requestId,
      amount: { currency_code, value },
      createdAt: now(),
      status: outcome === 'pending' || order.approval.instrument === 'reviewed' ? 'PENDING' : 'COMPLETED',
      refunds: [],
    };
    const captured = this.change(order, { status: 'COMPLETED', capture });
    this.sendCapture(captured, capture);
    return { record: captured, fresh: true };
  }

  /** Ends the review of a pending capture. @throws PayPalError 404 */
  review(captureId: string, status: 'COMPLETED' | 'DECLINED'): void {
    const { order, capture } = this.find(captureId);
    if (capture.status !== 'PENDING') throw notFound(captureId);
    const reviewed = { ...capture, status };
    this.sendCapture(this.change(order, { capture: reviewed }), reviewed);
  }

  /** @throws PayPalError 404, 422 CAPTURE_FULLY_REFUNDED, REFUND_AMOUNT_EXCEEDED, REFUND_CAPTURE_CURRENCY_MISMATCH, REFUND_FAILED_INSUFFICIENT_FUNDS */
  refund(
    captureId: string,
    requestId: string | undefined,
    amount?: PaypalAmount,
    customId?: string,
  ): Result<RefundRecord> {
    const { order, capture } = this.find(captureId);
    const replay = requestId && capture.refunds.find((refund) => refund.requestId === requestId);
    if (replay) return { record: replay, fresh: false };

    const left = leftOf(capture);
    if (left <= 0 || capture.status === 'DECLINED') throw unprocessable('CAPTURE_FULLY_REFUNDED');
    if (amount && amount.currency_code !== capture.amount.currency_code) {
      throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', '/amount/currency_code');
    }
    const requested = amount ? amountOf(amount) : left;
    if (requested > left || requested <= 0) throw unprocessable('REFUND_AMOUNT_EXCEEDED', '/amount/value');
    const outcome = this.deps.faults.plan.refund;
    if (outcome === 'insufficient-funds') throw unprocessable('REFUND_FAILED_INSUFFICIENT_FUNDS');
    const { currency_code } = capture.amount;
    const record: RefundRecord = {
      id: newId(),
      requestId,
      ...(customId !== undefined && { customId }),
      amount: { currency_code, value: (requested / 100).toFixed(2) },
      createdAt: now(),
      status: outcome === 'pending' ? 'PENDING' : outcome === 'failed' ? 'FAILED' : 'COMPLETED',
    };
    this.addRefund(order, withRefunds(capture, [...capture.refunds, record]), record);
    return { record, fresh: true };
  }

  /** @throws PayPalError 404 */
  findRefund(refundId: string): { order: OrderRecord; capture: CaptureRecord; refund: RefundRecord } {
    const order = this.first(({ capture }) => capture?.refunds.some(({ id }) => id === refundId) ?? false);
    const refund = order?.capture?.refunds.find(({ id }) => id === refundId);
    if (!order?.capture || !refund) throw notFound(refundId);
    return { order, capture: order.capture, refund };
  }

  /** Ends a pending refund. @throws PayPalError 404 */
  endRefund(refundId: string, status: Exclude<RefundStatus, 'PENDING'>): void {
    const { order, capture, refund } = this.findRefund(refundId);
    if (refund.status !== 'PENDING') throw notFound(refundId);
    const ended = { ...refund, status };
    const refunds = capture.refunds.map((one) => (one.id === refundId ? ended : one));
    this.addRefund(order, withRefunds(capture, refunds), ended);
  }

  /** The buyer's bank reclaims the money, or a part of it. @throws PayPalError 404 */
  reverse(captureId: string, amount?: PaypalAmount): void {
    const { order, capture } = this.find(captureId);
    const base = { id: newId(), createdAt: now(), status: 'COMPLETED' } as const;
    const refund = { ...base, amount: amount ?? capture.amount };
    const refunds = [...capture.refunds, refund];
    const changed = amount
      ? withRefunds(capture, refunds)
      : { ...capture, status: 'REVERSED' as const, refunds };
    this.addRefund(order, changed, refund, 'REVERSED');
  }

  /** The buyer's bank gives the money back, because the dispute is decided for the shop. @throws PayPalError 404 */
  reinstate(captureId: string): void {
    const { order, capture } = this.find(captureId);
    if (capture.status !== 'REVERSED') throw notFound(captureId);
    this.change(order, { capture: withRefunds(capture, capture.refunds.slice(0, -1)) });
    this.dispute(captureId, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR');
  }

  /** The buyer opens a dispute about a payment, or it ends. @throws PayPalError 404 */
  dispute(captureId: string, status: 'OPEN' | 'RESOLVED', outcome = 'RESOLVED_BUYER_FAVOUR'): void {
    this.find(captureId);
    this.send(`CUSTOMER.DISPUTE.${status === 'OPEN' ? 'CREATED' : 'RESOLVED'}`, 'dispute', {
      dispute_id: `PP-D-${captureId.slice(0, 6)}`,
      status,
      ...(status === 'RESOLVED' && { dispute_outcome: { outcome_code: outcome } }),
      disputed_transactions: [{ seller_transaction_id: captureId }],
    });
  }

  /** Lets a test show an order with several purchase units, which the shop never creates. */
  split(id: string, units: number): void {
    this.change(this.order(id), { units });
  }

  /** Lets a test show that the money went to another account. */
  redirect(id: string, merchantId: string): void {
    const order = this.order(id);
    const unit = { ...order.request.unit, payee: { merchant_id: merchantId } };
    this.change(order, { request: { ...order.request, unit } });
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
    refund: RefundRecord,
    outcome: 'REFUNDED' | 'REVERSED' = 'REFUNDED',
  ): void {
    const resource = presentRefund(this.change(order, { capture }), capture, refund, this.deps.origin);
    const type =
      refund.status === 'COMPLETED' ? `PAYMENT.CAPTURE.${outcome}` : `PAYMENT.REFUND.${refund.status}`;
    this.send(type, 'refund', resource);
  }

  private sendCapture(order: OrderRecord, capture: CaptureRecord): void {
    const outcome = capture.status === 'DECLINED' ? 'DENIED' : capture.status;
    this.send(`PAYMENT.CAPTURE.${outcome}`, 'capture', presentCapture(order, capture, this.deps.origin));
  }

  private send(event_type: string, resource_type: WebhookEvent['resource_type'], resource: object): void {
    this.deps.send({ event_type, resource_type, summary: event_type, resource });
  }

  /** Replaces the order, so that records returned earlier stay unchanged. */
  private change(order: OrderRecord, changes: Partial<OrderRecord>): OrderRecord {
    const changed = { ...order, ...changes };
    this.deps.store.save(changed);
    return changed;
  }

  private refuseUsedInvoice(invoiceId: string | undefined): void {
    if (invoiceId === undefined) return;
    const used = this.first(({ capture, request }) => !!capture && request.unit.invoice_id === invoiceId);
    if (used) throw unprocessable('DUPLICATE_INVOICE_ID');
  }

  private first(matches: (order: OrderRecord) => boolean): OrderRecord | undefined {
    for (const order of this.deps.store.orders.values()) if (matches(order)) return order;
    return undefined;
  }
}

/** The pence of a capture that can still be refunded: a refund under way has reserved its amount. */
function leftOf({ amount, refunds }: CaptureRecord): number {
  const live = refunds.filter(({ status }) => status === 'COMPLETED' || status === 'PENDING');
  return live.reduce((left, refund) => left - amountOf(refund.amount), amountOf(amount));
}

function withRefunds(capture: CaptureRecord, refunds: readonly RefundRecord[]): CaptureRecord {
  const changed = { ...capture, refunds: [...refunds] };
  const left = leftOf(changed);
  const isWhole = left === amountOf(capture.amount);
  return { ...changed, status: left <= 0 ? 'REFUNDED' : isWhole ? 'COMPLETED' : 'PARTIALLY_REFUNDED' };
}

function now(): string {
  // PayPal's timestamps have no fractions of a second.
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

const alphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXY';

/** Seventeen letters and digits, the format of PayPal's ids. */
function newId(): string {
  return Array.from({ length: 17 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
