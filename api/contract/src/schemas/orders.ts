import { z } from 'zod';
import { COMPANY_MAX_LENGTH, companyError, PURCHASE_ORDER_MAX_LENGTH, purchaseOrderError } from '../rules';
import { MAX_QUANTITY } from '../products';
import {
  currencySchema,
  messageSchema,
  penceSchema,
  stringWithRule,
  timestampSchema,
  tokenSchema,
} from './shared';

/** Orders on a page of the history. */
const MAX_ORDERS = 200;

export const basketItemSchema = z.object({
  productId: z.number().int().min(1).max(9999),
  quantity: z.number().int().min(1).max(MAX_QUANTITY),
});
const basketItemsSchema = z.array(basketItemSchema).max(50);

const orderStatusSchema = z.enum(['created', 'capturing', 'captured', 'failed', 'refunded', 'cancelled']);
/** The state of an order. Only `captured` grants anything. */
export type OrderStatus = z.infer<typeof orderStatusSchema>;

/** One product of an order or a priced basket. Amounts are pence for the whole line, except `unitPrice`. */
export const orderLineSchema = z.object({
  productId: z.number().int(),
  title: z.string(),
  quantity: z.number().int(),
  unitPrice: penceSchema,
  lineTotal: penceSchema,
  /** VAT contained in `lineTotal`. */
  vat: penceSchema,
  vatPercent: z.number(),
});

/** An order or a basket with its prices in pence, which include VAT (specification §9). */
export const totalsSchema = z.object({
  lines: z.array(orderLineSchema),
  subtotal: penceSchema,
  shipping: penceSchema,
  total: penceSchema,
  /** VAT contained in `total`. */
  vat: penceSchema,
});

/** An order as its buyer sees it. Amounts are pence. */
const orderSchema = totalsSchema.extend({
  /** The number, such as `ISA-2026-000123`. */
  number: z.string(),
  status: orderStatusSchema,
  currency: currencySchema,
  buyerEmail: z.string().nullable(),
  createdAt: timestampSchema,
  capturedAt: timestampSchema.nullable(),
});
export type Order = z.infer<typeof orderSchema>;

/** Who sells, as receipts and the checkout name it. */
const sellerSchema = z.object({
  name: z.string(),
  /** The postal address on one line. */
  address: z.string(),
  /** The VAT number; null while none is configured. */
  vatNumber: z.string().nullable(),
});
export type Seller = z.infer<typeof sellerSchema>;

/** An order in the customer's history, behind the link of a mail, or during payment. Amounts are pence. */
const receiptSchema = orderSchema.extend({
  /** Id for `captureOrder`; null when the order was never created with the provider. */
  providerOrderId: z.string().nullable(),
  /** Pence refunded so far. */
  refunded: penceSchema,
  /** When the latest refund was confirmed; null without one. */
  refundedAt: timestampSchema.nullable(),
  /** The buyer's name according to the payment provider; null before the payment. */
  buyerName: z.string().nullable(),
  company: z.string().nullable(),
  purchaseOrderNumber: z.string().nullable(),
  /** Since when the terms were in force that the order was placed under; null for an order restored from its payment. */
  termsVersion: timestampSchema.nullable(),
  /** Lines of the address label; empty without books. */
  shippingAddress: z.array(z.string()),
  /** Whether the order contains a book that is not yet published. */
  preOrder: z.boolean(),
  seller: sellerSchema,
  lines: z.array(
    orderLineSchema.extend({
      /** Whether the book is not yet published. */
      preOrder: z.boolean(),
      /** The month as `2027-03`. */
      expectedMonth: z.string().nullable(),
    }),
  ),
  /** When the books were given to the carrier. */
  sentAt: timestampSchema.nullable(),
  trackingNumber: z.string().nullable(),
  /** Why the buyer may cancel the order by `cancelOrder`; null when they may not. */
  cancellable: z.enum(['pre-order', 'premium']).nullable(),
  /** Until when the buyer may ask to return its books; null before they are sent. */
  returnableUntil: timestampSchema.nullable(),
  /** The signed part of the address: `paths.order(link)` shows this receipt without an account. */
  link: z.string(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** The calls of checkout and orders. Prices come from the catalogue, never from the request. */
export const orderSchemas = {
  checkoutSettings: {
    summary: 'Configuration of the payment buttons',
    response: z.object({
      clientId: z.string(),
      /** Origin of the buttons' script: PayPal's, unless the sandbox is configured. */
      sdkBaseUrl: z.string(),
      currency: currencySchema,
      supportEmail: z.string(),
      sandbox: z.boolean(),
      seller: sellerSchema,
    }),
  },
  priceBasket: {
    summary: "Today's prices for a basket",
    body: z.object({ items: basketItemsSchema }),
    response: totalsSchema,
  },
  createOrder: {
    summary: 'Record an order and create it with the payment provider',
    body: z.object({
      items: basketItemsSchema,
      /** The total in pence that the customer saw; if it has changed the order is rejected with `price-changed`. */
      expectedTotal: penceSchema,
      /** Consent to immediate supply; required for premium access once a lesson is recorded. */
      digitalConsent: z.boolean().default(false),
      /** The company on the receipt; empty for none. */
      company: stringWithRule(companyError, COMPANY_MAX_LENGTH).default(''),
      purchaseOrderNumber: stringWithRule(purchaseOrderError, PURCHASE_ORDER_MAX_LENGTH).default(''),
    }),
    response: z.object({ providerOrderId: z.string(), number: z.string() }),
  },
  captureOrder: {
    summary: 'Capture an approved order; repeating it returns the same response',
    params: z.object({ providerOrderId: z.string().min(1).max(64) }),
    body: z.object({}),
    response: z.object({ order: orderSchema }),
  },
  readOrder: {
    summary: 'Read an order, for the customer or the browser that created it',
    params: z.object({ providerOrderId: z.string().min(1).max(64) }),
    response: z.object({ order: receiptSchema }),
  },
  listMyOrders: {
    summary: "The customer's paid orders, newest first, page by page",
    query: z.object({
      /** The value of `next` on the previous page; absent for the first page. */
      cursor: z
        .string()
        .regex(/^\d{1,10}$/)
        .optional(),
      limit: z.coerce.number<string | number>().int().min(1).max(MAX_ORDERS).default(MAX_ORDERS),
    }),
    response: z.object({
      orders: z.array(receiptSchema),
      /** The cursor of the next page; null on the last one. */
      next: z.string().nullable(),
    }),
  },
  readOrderByLink: {
    summary: 'Read an order by the signed link of its confirmation mail',
    params: z.object({ link: z.string().min(1).max(200) }),
    response: z.object({ order: receiptSchema }),
  },
  cancelOrder: {
    summary: 'Cancel an order of which nothing is sent or open yet, with a full refund; repeatable',
    params: z.object({ providerOrderId: z.string().min(1).max(64) }),
    body: z.object({}),
    response: z.object({ order: receiptSchema }),
  },
  cancelOrderByLink: {
    summary: 'Cancel an order by the signed link of its mails, as `cancelOrder`',
    params: z.object({ link: z.string().min(1).max(200) }),
    body: z.object({}),
    response: z.object({ order: receiptSchema }),
  },
  processPurchase: {
    summary: 'Claim a captured order for the session (specification §7)',
    body: z.object({
      token: tokenSchema.optional(),
      order: z.array(z.looseObject({ quantity: z.number().int().min(1).max(MAX_QUANTITY) })).max(50),
      /** The payment provider's order id; by default the session's latest unclaimed order. */
      orderID: z.string().min(1).max(64).optional(),
    }),
    response: messageSchema,
  },
} as const;
