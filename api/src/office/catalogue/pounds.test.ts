import { parsePounds } from './pounds';

test.each([
  ['34.74', 3474],
  ['34.7', 3470],
  ['34', 3400],
  ['£24,99', 2499],
  ['24,99 £', 2499],
  ['GBP 24.99', 2499],
  ['1,000', 100_000],
  ['1,000.50', 100_050],
  ['1.000,00', 100_000],
  ['1\u00A0000,00', 100_000],
  ['1’000.00', 100_000],
  ['10.000,00', 1_000_000],
  ['￡２４．９９', 2499],
  ['0.05', 5],
])('reads %s as %d pence', (text, amount) => {
  expect(parsePounds(text)).toBe(amount);
});

test.each([
  ['1.000', 'one pound or a thousand'],
  ['1,00,000', 'groups of two'],
  ['1.000.00', 'two decimal separators'],
  ['24.999', 'three decimals'],
  ['-5', 'a negative amount'],
  ['1e3', 'an exponent'],
  ['€24.99', 'another currency'],
  ['24.99 each', 'a word'],
  ['', 'nothing'],
  ['£', 'a sign alone'],
])('refuses %s: %s', (text) => {
  expect(parsePounds(text)).toBeUndefined();
});
