import { formatClock, formatDuration, isoDuration } from './durations';

describe('durations', () => {
  it('formats a short clip as one minute', () => {
    expect(formatDuration(8)).toBe('1 min');
    expect(formatDuration(0)).toBe('0 min');
  });

  it('has hours from sixty minutes on', () => {
    expect(formatDuration(540)).toBe('9 min');
    expect(formatDuration(3599)).toBe('1 h');
    expect(formatDuration(18_720)).toBe('5 h 12 min');
  });

  it('formats a clock even before the duration is available', () => {
    expect(formatClock(Number.NaN)).toBe('0:00');
    expect(formatClock(-3)).toBe('0:00');
    expect(formatClock(725.9)).toBe('12:05');
    expect(formatClock(3723)).toBe('1:02:03');
  });

  it('formats ISO 8601', () => {
    expect(isoDuration(0)).toBe('PT0S');
    expect(isoDuration(570)).toBe('PT9M30S');
    expect(isoDuration(18_720)).toBe('PT5H12M');
  });
});
