import fc from 'fast-check';
import { formatPounds, fromDecimal, pence, sum, toDecimal, vatIncluded } from './money';

const anyPence = fc.integer({ min: 0, max: 1_000_000_000 }).map(pence);

describe('money', () => {
  it('rejects anything but a whole number of pence', () => {
    for (const wrong of [0.5, Number.NaN, Infinity, 2 ** 53]) expect(() => pence(wrong)).toThrow(RangeError);
  });

  it('formats two decimals and parses them', () => {
    expect(toDecimal(pence(5))).toBe('0.05');
    expect(toDecimal(pence(3474))).toBe('34.74');
    fc.assert(fc.property(anyPence, (amount) => fromDecimal(toDecimal(amount)) === amount));
  });

  it('parses only plain decimals', () => {
    for (const wrong of ['', '-1', '1e3', '1.234', ' 1', '١', '1,00', '0x1'])
      expect(fromDecimal(wrong)).toBeUndefined();
    expect(fromDecimal('65')).toBe(6500);
    expect(fromDecimal('0.5')).toBe(50);
  });

  it('formats pounds for display', () => {
    expect(formatPounds(pence(3474))).toBe('£34.74');
    expect(formatPounds(pence(123456789))).toBe('£1,234,567.89');
    expect(formatPounds(pence(-500))).toBe('−£5.00');
  });

  it('calculates the VAT contained in a price', () => {
    expect(vatIncluded(pence(7700), 20)).toBe(1283);
    expect(vatIncluded(pence(3474), 0)).toBe(0);
    // The oracle counts in whole pence: net and VAT of a gross price differ from exact by less than one penny.
    fc.assert(
      fc.property(anyPence, fc.integer({ min: 0, max: 30 }), (gross, rate) => {
        const exact = BigInt(gross) * BigInt(rate) * 2n;
        const found = BigInt(vatIncluded(gross, rate)) * BigInt(100 + rate) * 2n;
        const difference = found - exact;
        return difference <= BigInt(100 + rate) && difference >= -BigInt(100 + rate);
      }),
    );
  });

  it('sums an empty list to zero', () => {
    expect(sum([])).toBe(0);
  });
});
