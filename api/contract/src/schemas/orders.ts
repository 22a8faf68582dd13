import { z } from 'zod';
import { MAX_QUANTITY } from '../products';
import { currencySchema, messageSchema, penceSchema, timestampSchema, tokenSchema } from './shared';

export const basketItemSchema = z.object({
  productId: z.number().int().min(1).max(9999),
  quantity: z.number().int().min(1).max(MAX_QUANTITY),
});
const basketItemsSchema = z.array(basketItemSchema).max(50);

export const orderStatusSchema = z.enum([
  'created',
  'capturing',
  'captured',
  'failed',
  'refunded',
  'cancelled',
]);
export type OrderStatus = z.infer<typeof orderStatusSchema>;

export const orderLineSchema = z.object({
  productId: z.number().int(),
  title: z.string(),
  quantity: z.number().int(),
  unitPrice: penceSchema,
  lineTotal: penceSchema,
  vat: penceSchema,
  vatPercent: z.number(),
});

export const totalsSchema = z.object({
  lines: z.array(orderLineSchema),
  subtotal: penceSchema,
  shipping: penceSchema,
  total: penceSchema,
  vat: penceSchema,
});

/** What a buyer may see of an order. */
export const orderSchema = totalsSchema.extend({
  /** For people: `ISA-2026-000123`. */
  number: z.string(),
  status: orderStatusSchema,
  currency: currencySchema,
  buyerEmail: z.string().nullable(),
  createdAt: timestampSchema,
  capturedAt: timestampSchema.nullable(),
});
export type Order = z.infer<typeof orderSchema>;

/** An order as its buyer finds it again: in the history, behind the link of a mail, or while it is being paid. */
export const receiptSchema = orderSchema.extend({
  /** Names the order to `captureOrder`; null when the provider never heard of it. */
  providerOrderId: z.string().nullable(),
  /** Pence given back so far. */
  refunded: penceSchema,
  /** Where books go, line by line as on a label; empty without books. */
  shippingAddress: z.array(z.string()),
  /** Contains a book that is still to be published. */
  preOrder: z.boolean(),
  /** Signed: `paths.order(link)` shows this receipt without an account. */
  link: z.string(),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const orderSchemas = {
  checkoutSettings: {
    summary: 'What the payment buttons need to load',
    response: z.object({
      clientId: z.string(),
      /** Where the buttons' script comes from; PayPal's own address unless the sandbox is configured. */
      sdkBaseUrl: z.string(),
      currency: currencySchema,
      supportEmail: z.string(),
      sandbox: z.boolean(),
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
      /** The total that the customer saw, in pence: a different one now is refused with `price-changed`. */
      expectedTotal: penceSchema,
      /** Consent to immediate supply; needed as soon as there is premium access in the basket. */
      digitalConsent: z.boolean().default(false),
    }),
    response: z.object({ providerOrderId: z.string(), number: z.string() }),
  },
  captureOrder: {
    summary: 'Capture an approved order; repeating it answers the same',
    params: z.object({ providerOrderId: z.string().min(1).max(64) }),
    body: z.object({}),
    response: z.object({ order: orderSchema }),
  },
  readOrder: {
    summary: 'How an order stands; for who made it, signed in or in the same browser',
    params: z.object({ providerOrderId: z.string().min(1).max(64) }),
    response: z.object({ order: receiptSchema }),
  },
  listMyOrders: {
    summary: "The customer's paid orders, newest first",
    response: z.object({ orders: z.array(receiptSchema) }),
  },
  readOrderByLink: {
    summary: 'An order behind the signed link of its confirmation mail',
    params: z.object({ link: z.string().min(1).max(200) }),
    response: z.object({ order: receiptSchema }),
  },
  processPurchase: {
    summary: 'Claim a captured order for the session (specification §7)',
    body: z.object({
      token: tokenSchema.optional(),
      order: z.array(z.looseObject({ quantity: z.number().int().min(1).max(MAX_QUANTITY) })).max(50),
      /** The payment provider's order id; else the session's latest unclaimed order. */
      orderID: z.string().min(1).max(64).optional(),
    }),
    response: messageSchema,
  },
} as const;
