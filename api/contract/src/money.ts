/**
 * An amount of GBP as a whole number of pence (specification §9), created by {@link pence}. The brand is a named
 * property and not a symbol, so that the types of different contract versions are compatible.
 */
export type Pence = number & { readonly 'isa:pence': true };

/** ISO 4217 code of the only currency (specification §9). */
export const CURRENCY = 'GBP';

/** @throws RangeError when the number is not a safe integer. */
export function pence(amount: number): Pence {
  if (!isPence(amount)) throw new RangeError(`Not a whole number of pence: ${amount}`);
  return amount;
}

function isPence(amount: number): amount is Pence {
  return Number.isSafeInteger(amount);
}

/** Adds amounts; an empty list is zero. */
export function sum(amounts: readonly Pence[]): Pence {
  return pence(amounts.reduce<number>((total, amount) => total + amount, 0));
}

/** The price of several units, in pence. @throws RangeError when the product is not a safe integer. */
export function times(amount: Pence, quantity: number): Pence {
  return pence(amount * quantity);
}

/**
 * The VAT contained in a price that includes it, rounded half up to the penny.
 * @param ratePercent the rate in percent: 20 for digital services, 0 for printed books (HMRC notice 701/10).
 */
export function vatIncluded(gross: Pence, ratePercent: number): Pence {
  return pence(Math.round((gross * ratePercent) / (100 + ratePercent)));
}

/** Decimal pounds with two places, as in PayPal's `value` fields: `3474` → `"34.74"`. */
export function toDecimal(amount: Pence): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Parses PayPal's decimal notation; `undefined` for anything but a plain decimal with at most two places. */
export function fromDecimal(text: string): Pence | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const [, pounds = '', fraction = ''] = match;
  return pence(Number(pounds) * 100 + Number(fraction.padEnd(2, '0')));
}

/** Pounds for display, always with two decimals: `3474` → `"£34.74"`. */
export function formatPounds(amount: Pence): string {
  const [pounds = '', fraction = ''] = toDecimal(amount).replace('-', '').split('.');
  const grouped = pounds.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${amount < 0 ? '−' : ''}£${grouped}.${fraction}`;
}
