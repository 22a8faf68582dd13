import { fromDecimal, type Pence, pence, toDecimal } from '@isa/api-contract';
import { z } from 'zod';
import { shippingAddressSchema } from '../../../database/entities';
import type { PaypalSettings } from './paypal-settings';

const moneySchema = z.object({ currency_code: z.string(), value: z.string() });
const text = z.string().optional();
/** What only describes a payment: one that was taken is recorded without what cannot be read of it. */
const description = text.catch(undefined);
const unitSchema = z.object({
  reference_id: text,
  custom_id: text,
  invoice_id: text,
  items: z
    .array(z.object({ sku: text, quantity: z.string() }))
    .optional()
    .catch(undefined),
  amount: moneySchema,
  payee: z.object({ merchant_id: text }).optional(),
  shipping: z
    .object({
      name: z.object({ full_name: description }).optional().catch(undefined),
      address: shippingAddressSchema.optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  payments: z
    .object({
      captures: z
        .array(
          z.object({ id: z.string().min(1), status: z.string(), amount: moneySchema, create_time: text }),
        )
        .optional(),
      refunds: z
        .array(z.object({ id: z.string().min(1), status: z.string(), amount: moneySchema, custom_id: text }))
        .optional(),
    })
    .optional(),
});

/** The part of PayPal's order representation (Orders v2) that is used here. */
export const paypalOrderSchema = z.object({
  id: z.string().min(1),
  status: z.string(),
  purchase_units: z.tuple([unitSchema]),
  payer: z
    .object({
      payer_id: description,
      email_address: description,
      name: z.object({ given_name: description, surname: description }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  payment_source: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
type PaypalOrder = z.infer<typeof paypalOrderSchema>;

const NAME_LIMIT = 127;

export interface NewPayment {
  /** An internal id by which the provider's records refer to the row. */
  readonly customId: string;
  /** The number that the buyer sees, which is unique for the merchant. */
  readonly invoiceId: string;
  readonly accountKey: string | undefined;
  readonly currency: string;
  readonly lines: readonly {
    readonly sku: string;
    readonly name: string;
    readonly quantity: number;
    readonly unitPrice: Pence;
    readonly digital: boolean;
  }[];
  readonly subtotal: Pence;
  readonly shipping: Pence;
  readonly total: Pence;
  /** Whether an address is needed: printed goods need one, and for digital ones none may be requested. */
  readonly needsAddress: boolean;
}

/** The body of POST /v2/checkout/orders: https://developer.paypal.com/docs/api/orders/v2/#orders_create */
export function toPaypalOrder(payment: NewPayment, settings: PaypalSettings) {
  const money = (value: Pence) => ({ currency_code: payment.currency, value: toDecimal(value) });
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        // PayPal returns the key as it was given, and shows it to no one.
        ...(payment.accountKey !== undefined && { reference_id: payment.accountKey }),
        custom_id: payment.customId,
        invoice_id: payment.invoiceId,
        payee: { merchant_id: settings.merchantId },
        amount: {
          ...money(payment.total),
          breakdown: { item_total: money(payment.subtotal), shipping: money(payment.shipping) },
        },
        items: payment.lines.map(({ sku, name, quantity, unitPrice, digital }) => ({
          sku,
          name: name.slice(0, NAME_LIMIT),
          quantity: String(quantity),
          unit_amount: money(unitPrice),
          category: digital ? 'DIGITAL_GOODS' : 'PHYSICAL_GOODS',
        })),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: settings.brandName,
          locale: 'en-GB',
          shipping_preference: payment.needsAddress ? 'GET_FROM_FILE' : 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        },
      },
    },
  };
}

/** A payment as the provider knows it. */
export type Payment = ReturnType<typeof fromPaypalOrder>;

export function fromPaypalOrder(order: PaypalOrder) {
  const [unit] = order.purchase_units;
  const captures = unit.payments?.captures ?? [];
  // After a declined attempt another one may have succeeded.
  const capture = captures.find(({ status }) => captureState(status) !== 'declined') ?? captures[0];
  const { payer } = order;
  const name = [payer?.name?.given_name, payer?.name?.surname].filter(Boolean).join(' ');
  return {
    providerOrderId: order.id,
    state: stateOf(order.status, capture !== undefined),
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    accountKey: unit.reference_id,
    lines: (unit.items ?? []).map(({ sku, quantity }) => ({ sku, quantity: Number(quantity) })),
    merchantId: unit.payee?.merchant_id,
    amount: moneyOf(unit.amount),
    capture: capture && {
      captureId: capture.id,
      state: captureState(capture.status),
      ...moneyOf(capture.amount),
      refunds: (unit.payments?.refunds ?? []).map(({ id, status, amount, custom_id }) => ({
        refundId: id,
        state: refundState(status),
        // What cannot be read is no refund in pounds, and never counts as one.
        amount: moneyOf(amount).value ?? pence(0),
        customId: custom_id,
      })),
      at: capture.create_time === undefined ? undefined : new Date(capture.create_time),
    },
    source: Object.keys(order.payment_source ?? {})[0],
    buyer: payer && {
      payerId: payer.payer_id,
      email: payer.email_address,
      name: name === '' ? undefined : name,
    },
    shipping: unit.shipping?.address && {
      name: unit.shipping.name?.full_name,
      address: unit.shipping.address,
    },
  };
}

export type Money = ReturnType<typeof moneyOf>;

/** `value` is `undefined` when it is not a plain decimal: it then equals no order's amount. */
function moneyOf({ currency_code, value }: z.infer<typeof moneySchema>) {
  return { currency: currency_code, value: fromDecimal(value) };
}

export function refundState(status: string): 'pending' | 'done' | 'failed' {
  if (status === 'COMPLETED') return 'done';
  return status === 'FAILED' || status === 'CANCELLED' ? 'failed' : 'pending';
}

function stateOf(status: string, captured: boolean): 'open' | 'approved' | 'captured' | 'voided' {
  if (captured) return 'captured';
  if (status === 'APPROVED') return 'approved';
  return status === 'VOIDED' ? 'voided' : 'open';
}

function captureState(status: string): 'completed' | 'pending' | 'declined' | 'refunded' {
  if (status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED') return 'completed';
  if (status === 'REFUNDED') return 'refunded';
  // A status that is not documented delivers nothing, and is read again.
  return ['DECLINED', 'DENIED', 'FAILED'].includes(status) ? 'declined' : 'pending';
}
