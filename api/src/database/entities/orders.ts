import type { OrderStatus } from '@isa/api-contract';
import { EntitySchema } from 'typeorm';
import { z } from 'zod';
import {
  foreignKey,
  id,
  instant,
  integer,
  json,
  money,
  optional,
  primary,
  type Row,
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

const orderColumns = {
  id,
  /** The number that people see: `ISA-2026-000123`. It is built from the id. */
  number: optional(varchar(24)),
  status: varchar<OrderStatus>(16),
  /** The idempotency key for the provider (PayPal-Request-Id), from which the capture's key derives. */
  requestId: varchar(64),
  providerOrderId: optional(varchar(64)),
  captureId: optional(varchar(64)),
  /** The customer: of the session, of the claim, or the one with the payment's verified address. */
  userId: optional(integer),
  /** The session that created it, so that a claim without an order id finds it. */
  sessionId: optional(integer),
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
};

/** An order, inserted before the provider's order and never deleted: a deleted account only removes the reference. */
export type OrderRow = Row<typeof orderColumns>;

export const Orders = new EntitySchema<OrderRow>({
  name: 'Order',
  tableName: 'orders',
  columns: orderColumns,
  indices: [
    { name: 'uq_orders_number', columns: ['number'], unique: true },
    { name: 'uq_orders_request_id', columns: ['requestId'], unique: true },
    { name: 'uq_orders_provider_order_id', columns: ['providerOrderId'], unique: true },
    { name: 'uq_orders_capture_id', columns: ['captureId'], unique: true },
    { name: 'ix_orders_user', columns: ['userId'] },
    { name: 'ix_orders_session', columns: ['sessionId'] },
    { name: 'ix_orders_guest_key_hash', columns: ['guestKeyHash'] },
    { name: 'ix_orders_due_at', columns: ['dueAt'] },
    { name: 'ix_orders_buyer_email_key', columns: ['buyerEmailKey'] },
    { name: 'ix_orders_status', columns: ['status', 'updatedAt'] },
    { name: 'ix_orders_unsent', columns: ['status', 'sentAt'] },
  ],
  foreignKeys: [
    foreignKey('fk_orders_user', 'User', 'userId', 'SET NULL'),
    foreignKey('fk_orders_session', 'Session', 'sessionId', 'SET NULL'),
  ],
});

const orderLineColumns = {
  id,
  orderId: integer,
  productId: integer,
  title: varchar(200),
  quantity: integer,
  unitPrice: money,
  lineTotal: money,
  vat: money,
  vatPercent: integer,
};

/** An ordered product with its title and price at the time of the order. */
export type OrderLineRow = Row<typeof orderLineColumns>;

export const OrderLines = new EntitySchema<OrderLineRow>({
  name: 'OrderLine',
  tableName: 'order_lines',
  columns: orderLineColumns,
  indices: [{ name: 'uq_order_lines_product', columns: ['orderId', 'productId'], unique: true }],
  foreignKeys: [foreignKey('fk_order_lines_order', 'Order', 'orderId', 'CASCADE')],
});

export interface RefundLine {
  readonly productId: number;
  readonly quantity: number;
}

type RefundState = 'open' | 'done' | 'refused';

const refundColumns = {
  id,
  orderId: integer,
  /** The key of the form, and part of the provider's idempotency key. */
  key: varchar(64),
  amount: money,
  /** The VAT that `amount` contains, in pence. */
  vat: money,
  lines: json<readonly RefundLine[]>(),
  reason: varchar(300),
  /** The member of staff who asked for it; null for the buyer. */
  requestedBy: optional(integer),
  state: varchar<RefundState>(16),
  providerRefundId: optional(varchar(64)),
  /** Why the provider refused the refund, for the staff. */
  failure: optional(varchar(300)),
  createdAt: instant,
  /** When the sweep repeats it, and until then the lease of the caller; null once it is done or refused. */
  dueAt: optional(instant),
  completedAt: optional(instant),
};

/** A refund that was started here, inserted before the provider's call. */
export type RefundRow = Row<typeof refundColumns>;

export const Refunds = new EntitySchema<RefundRow>({
  name: 'Refund',
  tableName: 'refunds',
  columns: refundColumns,
  indices: [
    { name: 'uq_refunds_key', columns: ['key'], unique: true },
    { name: 'ix_refunds_order', columns: ['orderId'] },
    { name: 'ix_refunds_due_at', columns: ['dueAt'] },
    { name: 'ix_refunds_requested_by', columns: ['requestedBy'] },
  ],
  foreignKeys: [
    foreignKey('fk_refunds_order', 'Order', 'orderId', 'CASCADE'),
    foreignKey('fk_refunds_requested_by', 'User', 'requestedBy', 'SET NULL'),
  ],
});

export type OrderEventKind =
  | 'paid'
  | 'sent'
  | 'tracking-changed'
  | 'refund-requested'
  | 'refund-done'
  | 'refund-refused'
  | 'cancelled'
  | 'return-asked';

const orderEventColumns = {
  id,
  orderId: integer,
  at: instant,
  kind: varchar<OrderEventKind>(24),
  /** Who did it; null for the provider, the sweep, and buyers without an account. */
  accountId: optional(integer),
  detail: varchar(300),
};

export type OrderEventRow = Row<typeof orderEventColumns>;

export const OrderEvents = new EntitySchema<OrderEventRow>({
  name: 'OrderEvent',
  tableName: 'order_events',
  columns: orderEventColumns,
  indices: [
    { name: 'ix_order_events_order', columns: ['orderId'] },
    { name: 'ix_order_events_account', columns: ['accountId'] },
  ],
  foreignKeys: [
    foreignKey('fk_order_events_order', 'Order', 'orderId', 'CASCADE'),
    foreignKey('fk_order_events_account', 'User', 'accountId', 'SET NULL'),
  ],
});

const entitlementColumns = {
  id,
  userId: integer,
  productId: integer,
  /** The order that paid for it, which grants a product once; null when the office granted it. */
  orderId: optional(integer),
  grantedAt: instant,
  revokedAt: optional(instant),
  /** Why the office granted or ended it. */
  reason: optional(varchar(200)),
};

/** The right to use a bought product. One unrevoked entitlement suffices. */
export type Entitlement = Row<typeof entitlementColumns>;

export const Entitlements = new EntitySchema<Entitlement>({
  name: 'Entitlement',
  tableName: 'entitlements',
  columns: entitlementColumns,
  indices: [
    { name: 'uq_entitlements_order_product', columns: ['orderId', 'productId'], unique: true },
    { name: 'ix_entitlements_user', columns: ['userId', 'productId'] },
  ],
  foreignKeys: [
    foreignKey('fk_entitlements_user', 'User', 'userId', 'CASCADE'),
    foreignKey('fk_entitlements_order', 'Order', 'orderId', 'CASCADE'),
  ],
});

const premiumHoldColumns = {
  userId: primary(integer),
  /** A value that each write changes, because a cluster does not replicate an UPDATE that changes nothing. */
  holdId: varchar(36),
};

/** A customer's row that each transaction writes before it starts a capture for premium access. */
export const PremiumHolds = new EntitySchema<Row<typeof premiumHoldColumns>>({
  name: 'PremiumHold',
  tableName: 'premium_holds',
  columns: premiumHoldColumns,
  foreignKeys: [foreignKey('fk_premium_holds_user', 'User', 'userId', 'CASCADE')],
});

const paymentEventColumns = {
  id,
  /** The provider's id of the event, which repeated deliveries share. */
  eventId: varchar(100),
  type: varchar(100),
  receivedAt: instant,
  /** When its order was updated; a delivery before that is processed again. */
  settledAt: optional(instant),
};

/** A webhook of the payment provider, stored to detect repeated deliveries. */
export const PaymentEvents = new EntitySchema<Row<typeof paymentEventColumns>>({
  name: 'PaymentEvent',
  tableName: 'payment_events',
  columns: paymentEventColumns,
  indices: [
    { name: 'uq_payment_events_event_id', columns: ['eventId'], unique: true },
    { name: 'ix_payment_events_received_at', columns: ['receivedAt'] },
  ],
});
