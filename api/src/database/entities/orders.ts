import type { OrderStatus, Pence } from '@isa/api-contract';
import { EntitySchema } from 'typeorm';
import { foreignKey, id, instant, integer, json, optional, words } from './columns';

/** Where printed books go, in the payment provider's own field names. */
export interface ShippingAddress {
  readonly address_line_1?: string | undefined;
  readonly address_line_2?: string | undefined;
  readonly admin_area_1?: string | undefined;
  readonly admin_area_2?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly country_code?: string | undefined;
}

/**
 * An order, written before the payment provider hears of it and never deleted: when its customer leaves,
 * only the reference to the account goes.
 */
export interface OrderRow {
  readonly id: number;
  /** For people: `ISA-2026-000123`. Made from the id, so it is set in the inserting transaction. */
  number: string | null;
  status: OrderStatus;
  /** Idempotency key towards the provider (PayPal-Request-Id); the capture's key derives from it. */
  readonly requestId: string;
  providerOrderId: string | null;
  captureId: string | null;
  /** Who it belongs to: the session that created it, its claim, or the verified address it was paid with. */
  userId: number | null;
  /** The session that created it, so that a claim without an order id finds it. */
  sessionId: number | null;
  /** SHA-256 of the secret in the cookie of the browser that created it: how a guest is known again. */
  guestKeyHash: string | null;
  /** Which attempt at capturing this is; part of the provider's idempotency key. None yet: null. */
  captureAttempt: number | null;
  /**
   * When the sweep looks at it, and until then the lease of whoever is capturing. Null once nothing is left
   * to be settled.
   */
  dueAt: Date | null;
  currency: string;
  subtotal: Pence;
  shipping: Pence;
  total: Pence;
  vat: Pence;
  refunded: Pence;
  /** When the buyer agreed to immediate supply of digital goods. */
  digitalConsentAt: Date | null;
  payerId: string | null;
  paymentSource: string | null;
  buyerName: string | null;
  buyerEmail: string | null;
  buyerEmailKey: string | null;
  shippingName: string | null;
  shippingAddress: ShippingAddress | null;
  /** Why it failed, for the support desk. */
  failure: string | null;
  readonly createdAt: Date;
  /** Moved with each change of status. */
  updatedAt: Date;
  capturedAt: Date | null;
  /** When what was bought had been granted and the mails were written. */
  fulfilledAt: Date | null;
  /** When the customer's own report arrived (`process-purchase`). */
  claimedAt: Date | null;
}

export const Orders = new EntitySchema<OrderRow>({
  name: 'Order',
  tableName: 'orders',
  columns: {
    id,
    number: optional(words(24)),
    status: words(16),
    requestId: words(64),
    providerOrderId: optional(words(64)),
    captureId: optional(words(64)),
    userId: optional(integer),
    sessionId: optional(integer),
    guestKeyHash: optional(words(64)),
    captureAttempt: optional(integer),
    dueAt: optional(instant),
    currency: words(3),
    subtotal: integer,
    shipping: integer,
    total: integer,
    vat: integer,
    refunded: integer,
    digitalConsentAt: optional(instant),
    payerId: optional(words(64)),
    paymentSource: optional(words(32)),
    buyerName: optional(words(300)),
    buyerEmail: optional(words(254)),
    buyerEmailKey: optional(words(254)),
    shippingName: optional(words(300)),
    shippingAddress: optional(json),
    failure: optional(words(300)),
    createdAt: instant,
    updatedAt: instant,
    capturedAt: optional(instant),
    fulfilledAt: optional(instant),
    claimedAt: optional(instant),
  },
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
  ],
  foreignKeys: [
    foreignKey('fk_orders_user', 'User', 'userId', 'SET NULL'),
    foreignKey('fk_orders_session', 'Session', 'sessionId', 'SET NULL'),
  ],
});

/** What was ordered, at the title and price of that day. */
export interface OrderLineRow {
  readonly id: number;
  readonly orderId: number;
  readonly productId: number;
  readonly title: string;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly lineTotal: Pence;
  readonly vat: Pence;
  readonly vatPercent: number;
}

export const OrderLines = new EntitySchema<OrderLineRow>({
  name: 'OrderLine',
  tableName: 'order_lines',
  columns: {
    id,
    orderId: integer,
    productId: integer,
    title: words(200),
    quantity: integer,
    unitPrice: integer,
    lineTotal: integer,
    vat: integer,
    vatPercent: integer,
  },
  indices: [{ name: 'uq_order_lines_product', columns: ['orderId', 'productId'], unique: true }],
  foreignKeys: [foreignKey('fk_order_lines_order', 'Order', 'orderId', 'CASCADE')],
});

/** The right to watch what was bought. A customer may watch while one of them stands unrevoked. */
export interface Entitlement {
  readonly id: number;
  readonly userId: number;
  readonly productId: number;
  /** The order that paid for it; one order grants a product once. */
  readonly orderId: number;
  readonly grantedAt: Date;
  revokedAt: Date | null;
}

export const Entitlements = new EntitySchema<Entitlement>({
  name: 'Entitlement',
  tableName: 'entitlements',
  columns: {
    id,
    userId: integer,
    productId: integer,
    orderId: integer,
    grantedAt: instant,
    revokedAt: optional(instant),
  },
  indices: [
    { name: 'uq_entitlements_order_product', columns: ['orderId', 'productId'], unique: true },
    { name: 'ix_entitlements_user', columns: ['userId', 'productId'] },
  ],
  foreignKeys: [
    foreignKey('fk_entitlements_user', 'User', 'userId', 'CASCADE'),
    foreignKey('fk_entitlements_order', 'Order', 'orderId', 'CASCADE'),
  ],
});
