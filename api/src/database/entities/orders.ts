import type { OrderStatus } from '@isa/api-contract';
import { z } from 'zod';
import {
  id,
  index,
  instant,
  integer,
  json,
  money,
  optional,
  primary,
  references,
  type RowOf,
  table,
  unique,
  varchar,
} from './columns';

const text = z.string().optional();

/** The delivery address of printed books, with the payment provider's field names. */
export const shippingAddressSchema = z.object({
  address_line_1: text,
  address_line_2: text,
  admin_area_1: text,
  admin_area_2: text,
  postal_code: text,
  country_code: text,
});
export type ShippingAddress = z.infer<typeof shippingAddressSchema>;

/** An order, inserted before the provider's order and never deleted: a deleted account only removes the reference. */
export const Orders = table(
  'orders',
  {
    id,
    /** The number that people see: `ISA-2026-000123`. It is built from the id. */
    number: optional(varchar(24)),
    status: varchar<OrderStatus>(16),
    /** The idempotency key for the provider (PayPal-Request-Id), from which the capture's key derives. */
    requestId: varchar(64),
    providerOrderId: optional(varchar(64)),
    captureId: optional(varchar(64)),
    /** The customer: of the session, of the claim, or the one with the payment's verified address. */
    userId: optional(references('fk_orders_user', 'users', 'SET NULL')),
    /** The session that created it, so that a claim without an order id finds it. */
    sessionId: optional(references('fk_orders_session', 'sessions', 'SET NULL')),
    /** The SHA-256 of the secret in the cookie of the browser that created it, which identifies a guest. */
    guestKeyHash: optional(varchar(64)),
    /** The current attempt to capture, part of the provider's idempotency key; null before the first. */
    captureAttempt: optional(integer),
    /** When the sweep processes it, and until then the lease of the capturing caller; null once settled. */
    dueAt: optional(instant),
    currency: varchar(3),
    subtotal: money,
    shipping: money,
    total: money,
    vat: money,
    refunded: money,
    /** The pence of the refunds that are asked for and not confirmed by the provider yet. */
    refunding: money,
    /** When the buyer agreed to the immediate supply of digital goods. */
    digitalConsentAt: optional(instant),
    payerId: optional(varchar(64)),
    paymentSource: optional(varchar(32)),
    buyerName: optional(varchar(300)),
    buyerEmail: optional(varchar(254)),
    buyerEmailKey: optional(varchar(254)),
    shippingName: optional(varchar(300)),
    shippingAddress: optional(json<ShippingAddress>()),
    failure: optional(varchar(300)),
    createdAt: instant,
    updatedAt: instant,
    capturedAt: optional(instant),
    fulfilledAt: optional(instant),
    /** When the customer reported the purchase (`process-purchase`). */
    claimedAt: optional(instant),
    sentAt: optional(instant),
    trackingNumber: optional(varchar(60)),
    /** The company, if the buyer named one in the checkout. */
    company: optional(varchar(120)),
    purchaseOrderNumber: optional(varchar(60)),
    /** `updatedAt` of the terms and conditions when the order was placed. */
    termsVersion: optional(varchar(20)),
  },
  [
    unique('uq_orders_number', 'number'),
    unique('uq_orders_request_id', 'requestId'),
    unique('uq_orders_provider_order_id', 'providerOrderId'),
    unique('uq_orders_capture_id', 'captureId'),
    index('ix_orders_user', 'userId'),
    index('ix_orders_session', 'sessionId'),
    index('ix_orders_guest_key_hash', 'guestKeyHash'),
    index('ix_orders_due_at', 'dueAt'),
    index('ix_orders_buyer_email_key', 'buyerEmailKey'),
    index('ix_orders_status', 'status', 'updatedAt'),
    index('ix_orders_unsent', 'status', 'sentAt'),
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
  [unique('uq_order_lines_product', 'orderId', 'productId')],
);
export type OrderLineRow = RowOf<typeof OrderLines>;

export interface RefundLine {
  readonly productId: number;
  readonly quantity: number;
}

type RefundState = 'open' | 'done' | 'refused';

/** A refund that was started here, inserted before the provider's call. */
export const Refunds = table(
  'refunds',
  {
    id,
    orderId: references('fk_refunds_order', 'orders', 'CASCADE'),
    /** The key of the form, and part of the provider's idempotency key. */
    key: varchar(64),
    amount: money,
    /** The VAT that `amount` contains, in pence. */
    vat: money,
    lines: json<readonly RefundLine[]>(),
    reason: varchar(300),
    /** The member of staff who asked for it; null for the buyer. */
    requestedBy: optional(references('fk_refunds_requested_by', 'users', 'SET NULL')),
    state: varchar<RefundState>(16),
    providerRefundId: optional(varchar(64)),
    /** Why the provider refused the refund, for the staff. */
    failure: optional(varchar(300)),
    createdAt: instant,
    /** When the sweep repeats it, and until then the lease of the caller; null once it is done or refused. */
    dueAt: optional(instant),
    completedAt: optional(instant),
  },
  [
    unique('uq_refunds_key', 'key'),
    index('ix_refunds_order', 'orderId'),
    index('ix_refunds_due_at', 'dueAt'),
    index('ix_refunds_requested_by', 'requestedBy'),
  ],
);
export type RefundRow = RowOf<typeof Refunds>;

export type OrderEventKind =
  | 'paid'
  | 'sent'
  | 'tracking-changed'
  | 'refund-requested'
  | 'refund-done'
  | 'refund-refused'
  | 'cancelled'
  | 'return-asked';

export const OrderEvents = table(
  'order_events',
  {
    id,
    orderId: references('fk_order_events_order', 'orders', 'CASCADE'),
    at: instant,
    kind: varchar<OrderEventKind>(24),
    /** Who did it; null for the provider, the sweep, and buyers without an account. */
    accountId: optional(references('fk_order_events_account', 'users', 'SET NULL')),
    detail: varchar(300),
  },
  [index('ix_order_events_order', 'orderId'), index('ix_order_events_account', 'accountId')],
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
    unique('uq_entitlements_order_product', 'orderId', 'productId'),
    index('ix_entitlements_user', 'userId', 'productId'),
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
export const PaymentEvents = table(
  'payment_events',
  {
    id,
    /** The provider's id of the event, which repeated deliveries share. */
    eventId: varchar(100),
    type: varchar(100),
    receivedAt: instant,
    /** When its order was updated; a delivery before that is processed again. */
    settledAt: optional(instant),
  },
  [unique('uq_payment_events_event_id', 'eventId'), index('ix_payment_events_received_at', 'receivedAt')],
);
