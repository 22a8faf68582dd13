import { fromDecimal, type Pence } from '@isa/api-contract';

/** What may stand around an amount, and between its digits in groups. */
const UNIT = /^(?:£|GBP)|(?:£|GBP)$/gi;
const SPACES = /[\s'’]/g;

/** One separator before one or two digits is that of the pence; a separator before three digits groups thousands. */
const FORMS: readonly (readonly [form: RegExp, groups: string])[] = [
  [/^\d+(?:[.,]\d{1,2})?$/, ''],
  [/^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/, ','],
  [/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/, '.'],
];

/**
 * Parses an amount as people write or paste it: `34.74`, `£24,99`, `1,000` or `1.000,00`. `1.000` is refused, because it
 * could be one pound or a thousand.
 */
export function parsePounds(text: string): Pence | undefined {
  const digits = text.normalize('NFKC').replaceAll(SPACES, '').replaceAll(UNIT, '');
  const found = FORMS.find(([form]) => form.test(digits));
  return found && fromDecimal(digits.replaceAll(found[1], '').replace(',', '.'));
}
