import { endOfLondonDay, londonDay, longDate, longMonth, startOfLondonDay } from './dates';

describe('longDate', () => {
  it('shows the day in London, not divided from its month', () => {
    expect(longDate('2024-03-01T08:00:00Z')).toBe('1\u00a0March 2024');
    // British Summer Time is one hour ahead of UTC.
    expect(longDate('2026-07-31T23:30:00Z')).toBe('1\u00a0August 2026');
    expect(longDate(new Date('2026-12-31T23:30:00Z'))).toBe('31\u00a0December 2026');
  });

  it('shows the day that Intl.DateTimeFormat shows, around each midnight of forty years', () => {
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });
    const wrong: string[] = [];
    for (let day = Date.UTC(2000, 0, 1); day < Date.UTC(2040, 0, 1); day += 86_400_000) {
      for (const hours of [0, 1, 22.99, 23]) {
        const date = new Date(day + hours * 3_600_000);
        if (longDate(date) !== format.format(date).replace(' ', '\u00a0')) wrong.push(date.toISOString());
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('longMonth names the month and its year', () => {
  expect(['2027-03', '2026-12'].map(longMonth)).toEqual(['March 2027', 'December 2026']);
});

test('a day in London begins and ends at midnight there, on each day of forty years', () => {
  const wrong: string[] = [];
  for (let noon = Date.UTC(2000, 0, 1, 12); noon < Date.UTC(2040, 0, 1); noon += 86_400_000) {
    const day = londonDay(new Date(noon));
    const start = Date.parse(startOfLondonDay(day));
    const end = Date.parse(endOfLondonDay(day));
    const edges = [start - 1, start, end - 1, end].map((time) => londonDay(new Date(time)));
    const isRight = edges.map((edge) => edge.localeCompare(day)).join() === '-1,0,0,1';
    if (!isRight) wrong.push(day);
  }
  expect(wrong).toEqual([]);
  expect(endOfLondonDay('2026-07-01')).toBe('2026-07-01T23:00:00.000Z');
});
