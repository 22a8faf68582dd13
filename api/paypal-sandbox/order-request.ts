import { fromDecimal } from '@isa/api-contract';
import { z } from 'zod';
import { type ErrorDetail, PayPalError, unprocessable } from './paypal-error';

// The part of PayPal's order request that a shop with one purchase unit uses. Unknown fields are accepted, because
// PayPal adds fields often.

export const moneySchema = z.looseObject({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
});
export type Money = z.infer<typeof moneySchema>;

const itemSchema = z.looseObject({
  name: z.string().min(1).max(127),
  quantity: z.string().regex(/^[1-9][0-9]{0,9}$/),
  unit_amount: moneySchema,
  sku: z.string().max(127).optional(),
  category: z.enum(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']).optional(),
});

const partSchema = moneySchema.optional();
const breakdownSchema = z.looseObject({
  item_total: partSchema,
  shipping: partSchema,
  handling: partSchema,
  tax_total: partSchema,
  insurance: partSchema,
  shipping_discount: partSchema,
  discount: partSchema,
});

const purchaseUnitSchema = z.looseObject({
  reference_id: z.string().min(1).max(256).optional(),
  description: z.string().min(1).max(127).optional(),
  custom_id: z.string().min(1).max(127).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  payee: z
    .looseObject({ merchant_id: z.string().optional(), email_address: z.string().optional() })
    .optional(),
  amount: moneySchema.extend({ breakdown: breakdownSchema.optional() }),
  items: z.array(itemSchema).optional(),
});
type PurchaseUnit = z.infer<typeof purchaseUnitSchema>;

const contextSchema = z.looseObject({
  brand_name: z.string().max(127).optional(),
  shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
  user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
  return_url: z.string().optional(),
  cancel_url: z.string().optional(),
});

const bodySchema = z.looseObject({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(purchaseUnitSchema).min(1).max(10),
  application_context: contextSchema.optional(),
  payment_source: z
    .looseObject({ paypal: z.looseObject({ experience_context: contextSchema.optional() }).optional() })
    .optional(),
});

/** A valid request, as orders store it. */
export const orderRequestSchema = z.object({
  unit: purchaseUnitSchema,
  context: contextSchema,
  /** With a payment source the status is PAYER_ACTION_REQUIRED instead of CREATED. */
  withSource: z.boolean(),
});
type OrderRequest = z.infer<typeof orderRequestSchema>;

/**
 * Validates the body of POST /v2/checkout/orders.
 * @throws PayPalError 400 if it violates the schema, 422 if its sums or currencies are inconsistent
 */
export function readOrderRequest(body: unknown): OrderRequest {
  const parsed = bodySchema.safeParse(body, { reportInput: true });
  if (!parsed.success) {
    throw new PayPalError(400, parsed.error.issues.map(detailOf));
  }
  const { intent, purchase_units: units, application_context, payment_source } = parsed.data;
  const [unit] = units;
  if (!unit || units.length > 1 || intent !== 'CAPTURE') {
    const field = units.length > 1 ? '/purchase_units' : '/intent';
    const description = 'The sandbox supports captures of one purchase unit.';
    throw new PayPalError(400, [{ field, location: 'body', issue: 'NOT_SUPPORTED', description }]);
  }
  checkAmounts(unit);
  return {
    unit,
    context: payment_source?.paypal?.experience_context ?? application_context ?? {},
    withSource: payment_source?.paypal !== undefined,
  };
}

const fieldIssues = {
  MISSING_REQUIRED_PARAMETER: 'A required field / parameter is missing.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long.',
  INVALID_PARAMETER_VALUE: 'The value of a field is invalid.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
} as const;

const issueOfCode: Readonly<Record<string, keyof typeof fieldIssues>> = {
  too_big: 'INVALID_STRING_LENGTH',
  too_small: 'INVALID_STRING_LENGTH',
  invalid_value: 'INVALID_PARAMETER_VALUE',
};

function detailOf({ code, path, input }: z.core.$ZodIssue): ErrorDetail {
  const issue =
    input === undefined ? 'MISSING_REQUIRED_PARAMETER' : (issueOfCode[code] ?? 'INVALID_PARAMETER_SYNTAX');
  const field = `/${path.map(String).join('/')}`;
  return { field, location: 'body', issue, description: fieldIssues[issue] };
}

/** Currencies of the sandbox's merchant; PayPal supports about two dozen. */
const currencies = new Set(['GBP', 'EUR', 'USD']);

function checkAmounts({ amount, items }: PurchaseUnit): void {
  const at = "/purchase_units/@reference_id=='default'";
  const all = [
    amount,
    ...Object.values(amount.breakdown ?? {}).filter(isMoney),
    ...(items ?? []).map((item) => item.unit_amount),
  ];
  if (!currencies.has(amount.currency_code))
    throw unprocessable('INVALID_CURRENCY_CODE', `${at}/amount/currency_code`);
  if (all.some(({ currency_code }) => currency_code !== amount.currency_code)) {
    throw unprocessable('MULTI_CURRENCY_ORDER');
  }
  if (all.some(({ value }) => /\.\d{3,}$/.test(value)))
    throw unprocessable('DECIMAL_PRECISION', `${at}/amount/value`);
  const total = amountOf(amount);
  if (total <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', `${at}/amount/value`);

  const { breakdown } = amount;
  if (items) {
    const field = `${at}/amount/breakdown/item_total`;
    if (!breakdown?.item_total) throw unprocessable('ITEM_TOTAL_REQUIRED', field);
    const sum = sumOf(items.map((item) => amountOf(item.unit_amount) * Number(item.quantity)));
    if (sum !== amountOf(breakdown.item_total)) throw unprocessable('ITEM_TOTAL_MISMATCH', field);
  }
  if (breakdown) {
    const { item_total, tax_total, shipping, handling, insurance, shipping_discount, discount } = breakdown;
    const plus = sumOf([item_total, tax_total, shipping, handling, insurance].map(amountOf));
    const minus = sumOf([shipping_discount, discount].map(amountOf));
    if (plus - minus !== total) throw unprocessable('AMOUNT_MISMATCH', `${at}/amount/value`);
  }
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function isMoney(value: unknown): value is Money {
  return moneySchema.safeParse(value).success;
}

/** Minor units; 0 for a missing part, -1 for a value that is no positive decimal. */
export function amountOf(money: Money | undefined): number {
  return money === undefined ? 0 : (fromDecimal(money.value) ?? -1);
}
