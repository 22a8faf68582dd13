import { addWorkingDays, isWorkingDay } from './working-days';

it.each([
  ['a Friday', '2026-11-20', '2026-11-25'],
  ['a Monday', '2026-11-23', '2026-11-26'],
  ['the day before Good Friday', '2026-04-02', '2026-04-09'],
  ['the eve of the early May bank holiday', '2026-05-01', '2026-05-07'],
  ['Christmas Eve, with a Boxing Day on a Saturday', '2026-12-24', '2026-12-31'],
  ['New Year’s Eve', '2026-12-31', '2027-01-06'],
])('counts three working days after %s', (_, day, expected) => {
  expect(addWorkingDays(day, 3)).toBe(expected);
});

it.each([
  ['2025-04-18', 'Good Friday'],
  ['2025-04-21', 'Easter Monday'],
  ['2026-05-25', 'the spring bank holiday'],
  ['2026-08-31', 'the summer bank holiday'],
  ['2027-12-27', 'the substitute for Christmas on a Saturday'],
  ['2027-12-28', 'the substitute for Boxing Day on a Sunday'],
  ['2028-01-03', 'the substitute for New Year on a Saturday'],
])('has no working day on %s, %s', (day) => {
  expect(isWorkingDay(new Date(day))).toBe(false);
});
