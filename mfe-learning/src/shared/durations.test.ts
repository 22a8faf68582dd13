import { formatClock, formatDuration, isoDuration } from './durations';

describe('durations', () => {
  it('never calls a short clip nothing', () => {
    expect(formatDuration(8)).toBe('1 min');
    expect(formatDuration(0)).toBe('0 min');
  });

  it('speaks of hours from sixty minutes on', () => {
    expect(formatDuration(540)).toBe('9 min');
    expect(formatDuration(3599)).toBe('1 h');
    expect(formatDuration(18_720)).toBe('5 h 12 min');
  });

  it('shows a clock even before the length is known', () => {
    expect(formatClock(Number.NaN)).toBe('0:00');
    expect(formatClock(-3)).toBe('0:00');
    expect(formatClock(725.9)).toBe('12:05');
    expect(formatClock(3723)).toBe('1:02:03');
  });

  it('writes ISO 8601 for machines', () => {
    expect(isoDuration(0)).toBe('PT0S');
    expect(isoDuration(570)).toBe('PT9M30S');
    expect(isoDuration(18_720)).toBe('PT5H12M');
  });
});
