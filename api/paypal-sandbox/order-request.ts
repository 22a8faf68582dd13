import { fromDecimal } from '@isa/api-contract';
import { z } from 'zod';
import { type ErrorDetail, PayPalError, unprocessable } from './paypal-error';

/**
 * The part of PayPal's order request that a shop with one purchase unit uses. Fields that the sandbox
 * does not know are let through, as PayPal adds fields all the time.
 */
const moneySchema = z.looseObject({
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

const breakdownSchema = z.looseObject({
  item_total: moneySchema.optional(),
  shipping: moneySchema.optional(),
  handling: moneySchema.optional(),
  tax_total: moneySchema.optional(),
  insurance: moneySchema.optional(),
  shipping_discount: moneySchema.optional(),
  discount: moneySchema.optional(),
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
export type PurchaseUnit = z.infer<typeof purchaseUnitSchema>;

const contextSchema = z.looseObject({
  brand_name: z.string().max(127).optional(),
  shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
  user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
  return_url: z.string().optional(),
  cancel_url: z.string().optional(),
});

const orderRequestSchema = z.looseObject({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(purchaseUnitSchema).min(1).max(10),
  application_context: contextSchema.optional(),
  payment_source: z
    .looseObject({ paypal: z.looseObject({ experience_context: contextSchema.optional() }).optional() })
    .optional(),
});

export interface OrderRequest {
  readonly unit: PurchaseUnit;
  readonly context: z.infer<typeof contextSchema>;
  /** With a payment source PayPal answers PAYER_ACTION_REQUIRED instead of CREATED. */
  readonly withSource: boolean;
}

/**
 * Reads the body of POST /v2/checkout/orders.
 * @throws PayPalError 400 when it breaks the schema, 422 when its sums or currencies do not fit.
 */
export function readOrderRequest(body: unknown): OrderRequest {
  const parsed = orderRequestSchema.safeParse(body);
  if (!parsed.success)
    throw new PayPalError(
      400,
      parsed.error.issues.map((issue) => detailOf(issue, body)),
    );
  const { intent, purchase_units: units, application_context, payment_source } = parsed.data;
  const [unit] = units;
  if (!unit || units.length > 1 || intent !== 'CAPTURE') {
    throw new PayPalError(400, [
      {
        field: units.length > 1 ? '/purchase_units' : '/intent',
        location: 'body',
        issue: 'NOT_SUPPORTED',
        description: 'The sandbox knows captures of one purchase unit.',
      },
    ]);
  }
  checkAmounts(unit);
  return {
    unit,
    context: payment_source?.paypal?.experience_context ?? application_context ?? {},
    withSource: payment_source?.paypal !== undefined,
  };
}

function detailOf(issue: z.core.$ZodIssue, body: unknown): ErrorDetail {
  const field = `/${issue.path.map(String).join('/')}`;
  if (valueAt(body, issue.path) === undefined) {
    const description = 'A required field / parameter is missing.';
    return { field, location: 'body', issue: 'MISSING_REQUIRED_PARAMETER', description };
  }
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    const description = 'The value of a field is either too short or too long.';
    return { field, location: 'body', issue: 'INVALID_STRING_LENGTH', description };
  }
  if (issue.code === 'invalid_value') {
    return {
      field,
      location: 'body',
      issue: 'INVALID_PARAMETER_VALUE',
      description: 'The value of a field is invalid.',
    };
  }
  const description = 'The value of a field does not conform to the expected format.';
  return { field, location: 'body', issue: 'INVALID_PARAMETER_SYNTAX', description };
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
}

/** Currencies of the sandbox's merchant; PayPal knows some two dozen. */
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
  if (items && !breakdown?.item_total)
    throw unprocessable('ITEM_TOTAL_REQUIRED', `${at}/amount/breakdown/item_total`);
  if (items && breakdown?.item_total) {
    const sum = items.reduce(
      (running, item) => running + amountOf(item.unit_amount) * Number(item.quantity),
      0,
    );
    if (sum !== amountOf(breakdown.item_total)) {
      throw unprocessable('ITEM_TOTAL_MISMATCH', `${at}/amount/breakdown/item_total`);
    }
  }
  if (breakdown) {
    const { item_total, tax_total, shipping, handling, insurance, shipping_discount, discount } = breakdown;
    const plus = [item_total, tax_total, shipping, handling, insurance].reduce(
      (sum, part) => sum + amountOf(part),
      0,
    );
    const minus = [shipping_discount, discount].reduce((sum, part) => sum + amountOf(part), 0);
    if (plus - minus !== total) throw unprocessable('AMOUNT_MISMATCH', `${at}/amount/value`);
  }
}

function isMoney(value: unknown): value is Money {
  return moneySchema.safeParse(value).success;
}

/** Minor units; a missing part counts nothing, and what is no positive decimal counts as negative. */
export function amountOf(money: Money | undefined): number {
  return money === undefined ? 0 : (fromDecimal(money.value) ?? -1);
}
