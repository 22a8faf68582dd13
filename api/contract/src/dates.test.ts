import { longDate } from './dates';

describe('longDate', () => {
  it('is the day in London', () => {
    expect(longDate('2024-03-01T08:00:00Z')).toBe('1 March 2024');
    // British Summer Time is one hour ahead of UTC.
    expect(longDate('2026-07-31T23:30:00Z')).toBe('1 August 2026');
    expect(longDate(new Date('2026-12-31T23:30:00Z'))).toBe('31 December 2026');
  });
});
