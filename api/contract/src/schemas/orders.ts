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
