import { fromDecimal } from '@isa/api-contract';
import { z } from 'zod';
import { PayPalError, unprocessable } from './paypal-error';

const text = z.string();
const shortText = z.string().min(1).max(127);

const moneySchema = z.looseObject({
  currency_code: text.length(3),
  value: text.max(32).regex(/^-?(\d+|\d*\.\d+)$/),
});
export type PaypalAmount = z.infer<typeof moneySchema>;

// The part of PayPal's order request that the shop uses. Unknown fields are accepted, because PayPal adds fields often.
const purchaseUnitSchema = z.looseObject({
  reference_id: text.min(1).max(256).optional(),
  custom_id: shortText.optional(),
  invoice_id: shortText.optional(),
  payee: z.looseObject({ merchant_id: text.optional() }).optional(),
  amount: moneySchema.extend({ breakdown: z.record(text, moneySchema).optional() }),
  items: z
    .array(
      z.looseObject({
        name: shortText,
        quantity: text.regex(/^[1-9][0-9]{0,9}$/),
        unit_amount: moneySchema,
        sku: text.max(127).optional(),
      }),
    )
    .optional(),
});
type PurchaseUnit = z.infer<typeof purchaseUnitSchema>;

const contextSchema = z.looseObject({
  brand_name: text.max(127).optional(),
  shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING']).optional(),
});

const bodySchema = z.looseObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([purchaseUnitSchema]),
  payment_source: z
    .looseObject({ paypal: z.looseObject({ experience_context: contextSchema.optional() }).optional() })
    .optional(),
});

const orderRequestSchema = z.object({
  unit: purchaseUnitSchema,
  context: contextSchema,
  /** With a payment source the status is PAYER_ACTION_REQUIRED instead of CREATED. */
  withSource: z.boolean(),
});

export const fundingSourceSchema = z.enum(['paypal', 'card', 'paylater']);

/** The payer and the payment method, as chosen on the buyer's page. */
export const approvalSchema = z.object({
  payerId: text,
  /** Absent for a payer of whom PayPal passes on no address. */
  email: text.optional(),
  givenName: text,
  surname: text,
  fundingSource: fundingSourceSchema,
  /** Whether the payment method's bank accepts the capture, or PayPal reviews it first. */
  instrument: z.enum(['accepted', 'declined', 'reviewed']),
  shipping: z
    .object({ fullName: text, line1: text, city: text, postcode: text, countryCode: text })
    .optional(),
});
export type Approval = z.infer<typeof approvalSchema>;

/** The PayPal-Request-Id with which something was made; a repetition returns it again. */
const requestId = text.optional();

const refundStatusSchema = z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']);
export type RefundStatus = z.infer<typeof refundStatusSchema>;

const refundRecordSchema = z.object({
  id: text,
  requestId,
  customId: text.optional(),
  amount: moneySchema,
  createdAt: text,
  status: refundStatusSchema.default('COMPLETED'),
});
export type RefundRecord = z.infer<typeof refundRecordSchema>;

const captureRecordSchema = z.object({
  id: text,
  requestId,
  amount: moneySchema,
  createdAt: text,
  status: z.enum(['COMPLETED', 'PENDING', 'DECLINED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED']),
  refunds: z.array(refundRecordSchema).readonly(),
});
export type CaptureRecord = z.infer<typeof captureRecordSchema>;

export const orderRecordSchema = z
  .object({
    id: text,
    requestId,
    createdAt: text,
    request: orderRequestSchema,
    status: z.enum(['CREATED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED']),
    approval: approvalSchema.optional(),
    capture: captureRecordSchema.optional(),
    /** How many purchase units are shown, all equal; one order of the shop has one. */
    units: z.number().int().min(1).default(1),
  })
  .readonly();
export type OrderRecord = z.infer<typeof orderRecordSchema>;

/** The approval of the sample buyer, whose address is fictitious. */
export function sampleApproval({ request }: OrderRecord): Approval {
  return {
    payerId: 'SBALEXMORGAN1',
    givenName: 'Alex',
    surname: 'Morgan',
    email: 'alex.morgan@buyer.example',
    fundingSource: 'paypal',
    instrument: 'accepted',
    ...(request.context.shipping_preference !== 'NO_SHIPPING' && {
      shipping: {
        fullName: 'Alex Morgan',
        line1: '1 Sample Street',
        city: 'Sampleton',
        postcode: 'AA1 1AA',
        countryCode: 'GB',
      },
    }),
  };
}

/** @throws PayPalError 400 if the body violates the schema, 422 for inconsistent sums or currencies */
export function readOrderRequest(body: unknown): OrderRecord['request'] {
  const parsed = bodySchema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw new PayPalError(400, parsed.error.issues.map(detailOf));
  const { purchase_units, payment_source } = parsed.data;
  const [unit] = purchase_units;
  checkAmounts(unit);
  return {
    unit,
    context: payment_source?.paypal?.experience_context ?? {},
    withSource: payment_source?.paypal !== undefined,
  };
}

const issueOfCode: Readonly<Record<string, string>> = {
  too_big: 'INVALID_STRING_LENGTH',
  too_small: 'INVALID_STRING_LENGTH',
  invalid_value: 'INVALID_PARAMETER_VALUE',
};

function detailOf({ code, path, input }: z.core.$ZodIssue) {
  const invalid = issueOfCode[code] ?? 'INVALID_PARAMETER_SYNTAX';
  return {
    issue: input === undefined ? 'MISSING_REQUIRED_PARAMETER' : invalid,
    field: `/${path.map(String).join('/')}`,
  };
}

/** Currencies of the sandbox's merchant; PayPal supports about two dozen. */
export const currencies = ['GBP', 'EUR', 'USD'];

function checkAmounts({ amount, items }: PurchaseUnit): void {
  const field = "/purchase_units/@reference_id=='default'/amount";
  const { breakdown, currency_code } = amount;
  const units = (items ?? []).map((item) => item.unit_amount);
  const all = [amount, ...Object.values(breakdown ?? {}), ...units];
  if (!currencies.includes(currency_code))
    throw unprocessable('INVALID_CURRENCY_CODE', `${field}/currency_code`);
  if (all.some((money) => money.currency_code !== currency_code)) throw unprocessable('MULTI_CURRENCY_ORDER');
  if (all.some(({ value }) => /\.\d{3,}$/.test(value))) throw unprocessable('DECIMAL_PRECISION', field);
  if (amountOf(amount) <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', field);
  if (items) {
    const itemTotal = breakdown?.['item_total'];
    if (!itemTotal) throw unprocessable('ITEM_TOTAL_REQUIRED', field);
    const sum = items.reduce((s, item) => s + amountOf(item.unit_amount) * Number(item.quantity), 0);
    if (sum !== amountOf(itemTotal)) throw unprocessable('ITEM_TOTAL_MISMATCH', field);
  }
  if (breakdown) {
    const sum = Object.entries(breakdown).reduce(
      (s, [part, money]) => s + (part.endsWith('discount') ? -1 : 1) * amountOf(money),
      0,
    );
    if (sum !== amountOf(amount)) throw unprocessable('AMOUNT_MISMATCH', field);
  }
}

export function amountOf(money: PaypalAmount): number {
  return fromDecimal(money.value) ?? -1;
}
