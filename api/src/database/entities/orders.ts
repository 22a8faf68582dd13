import type { OrderStatus } from '@isa/api-contract';
import { z } from 'zod';
import {
  id,
  indexed,
  instant,
  integer,
  json,
  key,
  money,
  optional,
  primary,
  references,
  type RowOf,
  searchText,
  table,
  unique,
  varchar,
} from './columns';

const text = z.string().optional().catch(undefined);

/** The delivery address of printed books, with the payment provider's field names; without those that cannot be read. */
export const shippingAddressSchema = z.object({
  address_line_1: text,
  address_line_2: text,
  admin_area_1: text,
  admin_area_2: text,
  postal_code: text,
  country_code: text,
});
type ShippingAddress = z.infer<typeof shippingAddressSchema>;

/** An order, inserted before the provider's order and never deleted: a deleted account only removes the reference. */
export const Orders = table(
  'orders',
  {
    id,
    /** The number that people see: `ISA-2026-000123`. It is built from the id. */
    number: unique('uq_orders_number', optional(key(24))),
    status: key<OrderStatus>(16),
    /** The idempotency key for the provider (PayPal-Request-Id), from which the capture's key derives. */
    requestId: unique('uq_orders_request_id', key(64)),
    providerOrderId: unique('uq_orders_provider_order_id', optional(key(64))),
    captureId: unique('uq_orders_capture_id', optional(key(64))),
    /** The customer: of the session, of the claim, or the one with the payment's verified address. */
    userId: indexed('ix_orders_user', optional(references('fk_orders_user', 'users', 'SET NULL'))),
    /** The session that created it, so that a claim without an order id finds it. */
    sessionId: indexed(
      'ix_orders_session',
      optional(references('fk_orders_session', 'sessions', 'SET NULL')),
    ),
    /** The SHA-256 of the secret in the cookie of the browser that created it, which identifies a guest. */
    guestKeyHash: indexed('ix_orders_guest_key_hash', optional(key(64))),
    /** The same hash while an attempt to pay is open, so that a browser has one at a time. */
    openKey: unique('uq_orders_open_key', optional(key(64))),
    /** The current attempt to capture, part of the provider's idempotency key; null before the first. */
    captureAttempt: optional(integer),
    /** When the sweep processes it, and until then the lease of the capturing caller; null once settled. */
    dueAt: indexed('ix_orders_due_at', optional(instant)),
    currency: key(3),
    subtotal: money,
    shipping: money,
    total: money,
    vat: money,
    refunded: money,
    /** The pence of the refunds that are asked for and not confirmed by the provider yet. */
    refunding: money,
    /** When the buyer agreed to the immediate supply of digital goods. */
    digitalConsentAt: optional(instant),
    payerId: optional(key(64)),
    paymentSource: optional(key(32)),
    buyerName: optional(varchar(300)),
    buyerEmail: optional(varchar(254)),
    buyerEmailKey: indexed('ix_orders_buyer_email_key', optional(key(254))),
    shippingName: optional(varchar(300)),
    shippingAddress: optional(json<ShippingAddress>()),
    failure: optional(varchar(300)),
    createdAt: instant,
    updatedAt: instant,
    capturedAt: optional(instant),
    fulfilledAt: optional(instant),
    /** When the buyer was first shown the paid order; until then the same basket is not paid a second time. */
    seenAt: optional(instant),
    /** Since when the buyer has been waiting for a mail with the result of the payment. */
    awaitedAt: optional(instant),
    /** The newest reason why staff have to look at the order, and when it came; null once all are dealt with. */
    attention: optional(varchar(300)),
    attentionAt: indexed('ix_orders_attention_at', optional(instant)),
    /** When the customer reported the purchase (`process-purchase`). */
    claimedAt: optional(instant),
    sentAt: optional(instant),
    trackingNumber: optional(varchar(60)),
    /** The company, if the buyer named one in the checkout. */
    company: optional(varchar(120)),
    purchaseOrderNumber: optional(varchar(60)),
    /** `updatedAt` of the terms and conditions when the order was placed. */
    termsVersion: optional(varchar(20)),
    searchText,
  },
  [
    { name: 'ix_orders_status', columns: ['status', 'updatedAt'] },
    { name: 'ix_orders_unsent', columns: ['status', 'sentAt'] },
    { name: 'ix_orders_captured_at', columns: ['capturedAt'] },
  ],
);
export type OrderRow = RowOf<typeof Orders>;

/** An ordered product with its title and price at the time of the order. */
export const OrderLines = table(
  'order_lines',
  {
    id,
    orderId: references('fk_order_lines_order', 'orders', 'CASCADE'),
    productId: integer,
    title: varchar(200),
    quantity: integer,
    unitPrice: money,
    lineTotal: money,
    vat: money,
    vatPercent: integer,
  },
  [{ name: 'uq_order_lines_product', columns: ['orderId', 'productId'], unique: true }],
);
export type OrderLineRow = RowOf<typeof OrderLines>;

export interface RefundLine {
  readonly productId: number;
  readonly quantity: number;
}

/**
 * `open`: the provider's answer is not known. `pending`: it has accepted the refund and not completed it. `refused`: it
 * never began. `failed`: it began and could not be completed. `undone`: it was done, and the money has come back to us.
 */
export type RefundState = 'open' | 'pending' | 'done' | 'refused' | 'failed' | 'undone';

/** A refund, inserted before the provider's call; one that was made at the provider when it is seen there. */
export const Refunds = table('refunds', {
  id,
  orderId: indexed('ix_refunds_order', references('fk_refunds_order', 'orders', 'CASCADE')),
  /** The key of the form, and part of the provider's idempotency key. */
  key: unique('uq_refunds_key', key(64)),
  amount: money,
  /** The VAT that `amount` contains, in pence. */
  vat: money,
  lines: json<readonly RefundLine[]>(),
  reason: varchar(300),
  /** The member of staff who asked for it; null for the buyer. */
  requestedBy: indexed(
    'ix_refunds_requested_by',
    optional(references('fk_refunds_requested_by', 'users', 'SET NULL')),
  ),
  state: key<RefundState>(16),
  providerRefundId: unique('uq_refunds_provider_refund_id', optional(key(64))),
  /** Why the provider refused the refund, for the staff. */
  failure: optional(varchar(300)),
  createdAt: instant,
  /** When the sweep repeats it, and until then the lease of the caller; null once it is done or refused. */
  dueAt: indexed('ix_refunds_due_at', optional(instant)),
  completedAt: indexed('ix_refunds_completed_at', optional(instant)),
});
export type RefundRow = RowOf<typeof Refunds>;

export const OrderEvents = table(
  'order_events',
  {
    id,
    orderId: indexed('ix_order_events_order', references('fk_order_events_order', 'orders', 'CASCADE')),
    at: instant,
    /** The name of the event in `order-states.ts`. */
    kind: key(24),
    /** Who did it; null for the provider, the sweep, and buyers without an account. */
    accountId: indexed(
      'ix_order_events_account',
      optional(references('fk_order_events_account', 'users', 'SET NULL')),
    ),
    detail: varchar(300),
  },
  [{ name: 'ix_order_events_kind', columns: ['kind', 'at'] }],
);
export type OrderEventRow = RowOf<typeof OrderEvents>;

/** The right to use a bought product. One unrevoked entitlement suffices. */
export const Entitlements = table(
  'entitlements',
  {
    id,
    userId: references('fk_entitlements_user', 'users', 'CASCADE'),
    productId: integer,
    /** The order that paid for it, which grants a product once; null when the office granted it. */
    orderId: optional(references('fk_entitlements_order', 'orders', 'CASCADE')),
    grantedAt: instant,
    revokedAt: optional(instant),
    /** Why the office granted or ended it. */
    reason: optional(varchar(200)),
  },
  [
    { name: 'uq_entitlements_order_product', columns: ['orderId', 'productId'], unique: true },
    { name: 'ix_entitlements_user', columns: ['userId', 'productId'] },
  ],
);
export type Entitlement = RowOf<typeof Entitlements>;

/** A customer's row that each transaction writes before it starts a capture for premium access. */
export const PremiumHolds = table('premium_holds', {
  userId: primary(references('fk_premium_holds_user', 'users', 'CASCADE')),
  /** A value that each write changes, because a cluster does not replicate an UPDATE that changes nothing. */
  holdId: varchar(36),
});

/** A webhook of the payment provider, stored to detect repeated deliveries. */
export const PaymentEvents = table('payment_events', {
  id,
  /** The provider's id of the event, which repeated deliveries share. */
  eventId: unique('uq_payment_events_event_id', key(100)),
  type: varchar(100),
  receivedAt: indexed('ix_payment_events_received_at', instant),
  /** When its order was updated; a delivery before that is processed again. */
  settledAt: optional(instant),
});

/** The last number of a series in a row each, of invoices and of credit notes: who locks it gives the next one. */
export const InvoiceNumbers = table('invoice_numbers', { id: primary(integer), last: integer });

/** An invoice as it was issued. It is neither changed nor deleted while it must be kept; a correction is another one. */
export const Invoices = table('invoices', {
  id,
  number: unique('uq_invoices_number', integer),
  orderId: indexed('ix_invoices_order', references('fk_invoices_order', 'orders', 'CASCADE')),
  /** The key of the form, so that pressing twice issues one. */
  formKey: unique('uq_invoices_form_key', key(64)),
  /** Name and address, line by line. */
  billTo: varchar(600),
  /** The buyer's. */
  vatNumber: optional(varchar(20)),
  /** The number of the invoice that this one corrects. */
  replaces: optional(integer),
  issuedAt: indexed('ix_invoices_issued_at', instant),
  issuedBy: indexed(
    'ix_invoices_issued_by',
    optional(references('fk_invoices_issued_by', 'users', 'SET NULL')),
  ),
});
export type Invoice = RowOf<typeof Invoices>;

/** A credit note as it was issued, for an invoice and a refund. It is neither changed nor deleted while it must be kept. */
export const CreditNotes = table('credit_notes', {
  id,
  number: unique('uq_credit_notes_number', integer),
  /** A refund has one, so that pressing twice issues one. */
  refundId: unique('uq_credit_notes_refund', references('fk_credit_notes_refund', 'refunds', 'CASCADE')),
  /** The number of the invoice whose amounts it reduces. */
  invoice: integer,
  /** As on that invoice. */
  billTo: varchar(600),
  vatNumber: optional(varchar(20)),
  issuedAt: indexed('ix_credit_notes_issued_at', instant),
  issuedBy: indexed(
    'ix_credit_notes_issued_by',
    optional(references('fk_credit_notes_issued_by', 'users', 'SET NULL')),
  ),
});
export type CreditNote = RowOf<typeof CreditNotes>;
