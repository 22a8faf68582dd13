import { companyError, purchaseOrderError, MAX_QUANTITY } from '@isa/api-contract/base';
import { z } from 'zod';
import {
  currencySchema,
  messageSchema,
  penceSchema,
  timestampSchema,
  tokenSchema,
  typedSchema,
} from '@isa/api-contract/fields';

/** Orders on a page of the history. */
const MAX_ORDERS = 200;

export const basketItemSchema = z.object({
  productId: z.number().int().min(1).max(9999),
  quantity: z.number().int().min(1).max(MAX_QUANTITY),
});
const basketItemsSchema = z.array(basketItemSchema).max(50);

const orderStatusSchema = z.enum([
  'created',
  'capturing',
  'reviewing',
  'captured',
  'refused',
  'mismatched',
  'refunded',
  'reversed',
  'cancelled',
]);
/** The state of an order; `order-states.ts` in the API describes each. Only `captured` grants anything. */
export type OrderStatus = z.infer<typeof orderStatusSchema>;

const orderMoneySchema = z.enum(['none', 'unclear', 'taken', 'returned']);
/** What has happened to the buyer's money, as far as the payment provider has told the API. */
export type OrderMoney = z.infer<typeof orderMoneySchema>;

const toneSchema = z.enum(['plain', 'accent', 'success', 'error']);

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

/** A product that was asked for and is not part of the price or order. */
const unavailableSchema = z.object({
  productId: z.number().int(),
  title: z.string(),
  reason: z.enum(['sold-out', 'withdrawn']),
});
export type UnavailableProduct = z.infer<typeof unavailableSchema>;

/** Who sells, as receipts and the checkout name it. */
const sellerSchema = z.object({
  name: z.string(),
  /** The postal address on one line. */
  address: z.string(),
  /** The VAT number; null while none is configured. */
  vatNumber: z.string().nullable(),
});
export type Seller = z.infer<typeof sellerSchema>;

/** An order as its buyer sees it: in the history, behind the link of a mail, or during payment. Amounts are pence. */
const receiptSchema = totalsSchema.extend({
  /** The number, such as `ISA-2026-000123`. */
  number: z.string(),
  status: orderStatusSchema,
  money: orderMoneySchema,
  /** The words for the state. A page shows these and no others about the money. */
  shown: z.object({ label: z.string(), tone: toneSchema, text: z.string().nullable() }),
  /** Why the latest attempt to pay failed. */
  lastFailure: z.literal('declined').nullable(),
  currency: currencySchema,
  buyerEmail: z.string().nullable(),
  /** The address that mails about this order go to; null when none is known, so that no mail is sent. */
  mailTo: z.string().nullable(),
  createdAt: timestampSchema,
  capturedAt: timestampSchema.nullable(),
  /** Id for `captureOrder`; null when the order was never created with the provider. */
  providerOrderId: z.string().nullable(),
  /** Pence that the provider has confirmed as refunded. */
  refunded: penceSchema,
  /** Pence of refunds that are under way. */
  refunding: penceSchema,
  /** When the latest refund was confirmed; null without one. */
  refundedAt: timestampSchema.nullable(),
  /** The refunds, oldest first. The provider could not carry out a `failed` one. */
  refunds: z.array(
    z.object({
      amount: penceSchema,
      state: z.enum(['under-way', 'done', 'failed']),
      at: timestampSchema,
      /** The copies that it pays back; empty when PayPal does not say which. */
      lines: z.array(orderLineSchema.pick({ productId: true, quantity: true, title: true })),
    }),
  ),
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
  /** The last day on which its books in stock leave the warehouse; null when none waits. */
  dispatchBy: timestampSchema.nullable(),
  /** What became of the premium access in the order; null without it. */
  premium: z.enum(['open', 'pre-order', 'pending', 'ended']).nullable(),
  /** Why the buyer may cancel the order by `cancelOrder`, and the pence that come back; null when they may not. */
  cancellation: z.object({ reason: z.enum(['pre-order', 'premium']), refund: penceSchema }).nullable(),
  /** Until when the buyer may ask to return its books; null before they are sent. */
  returnableUntil: timestampSchema.nullable(),
  /** When the buyer asked to return books. */
  returnAskedAt: timestampSchema.nullable(),
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
    response: totalsSchema.extend({
      /** The items that the prices do not contain, because they cannot be ordered now. */
      unavailable: z.array(unavailableSchema),
    }),
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
      company: typedSchema(companyError).default(''),
      purchaseOrderNumber: typedSchema(purchaseOrderError).default(''),
      /**
       * The account that the page shows, as `takeUser` names it; null if it shows that nobody is logged in. Any other order is
       * refused, with `not-signed-in` once the account's session has ended, and with `changed-meanwhile` for a guest's page.
       */
      account: z.string().max(60).nullable().optional(),
    }),
    response: z.object({
      providerOrderId: z.string(),
      number: z.string(),
      /** The signed link of the order, for `checkOrder`. */
      link: z.string(),
    }),
  },
  captureOrder: {
    summary: 'Capture an approved order; repeating it returns the same response',
    params: z.object({ providerOrderId: z.string().min(1).max(64) }),
    body: z.object({}),
    response: z.object({ order: receiptSchema }),
  },
  readOrder: {
    summary: 'Read an order, for the customer or the browser that created it',
    params: z.object({ providerOrderId: z.string().min(1).max(64) }),
    response: z.object({ order: receiptSchema }),
  },
  listMyOrders: {
    summary: "The customer's orders that were paid or refused, newest first, page by page",
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
  checkOrder: {
    summary: 'Ask the payment provider what became of an order, and capture an approved payment',
    params: z.object({ link: z.string().min(1).max(200) }),
    body: z.object({
      /** Whether the payment window has ended: a payment that is not approved can then no longer be made. */
      close: z.boolean().default(false),
    }),
    response: z.object({ order: receiptSchema }),
  },
  askReturn: {
    summary: 'Announce that books of an order will be sent back; repeatable',
    params: z.object({ link: z.string().min(1).max(200) }),
    body: z.object({}),
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
