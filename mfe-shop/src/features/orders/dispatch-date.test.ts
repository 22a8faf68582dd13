import { dispatchDate } from './dispatch-date';

it.each([
  ['a Monday', '2026-11-16T10:00:00.000Z', '2026-11-19'],
  ['a Wednesday, over a weekend', '2026-11-18T10:00:00.000Z', '2026-11-23'],
  ['a Saturday', '2026-11-21T10:00:00.000Z', '2026-11-25'],
])('is three working days after %s', (_day, paidAt, expected) => {
  expect(dispatchDate(paidAt).slice(0, 10)).toBe(expected);
});
