import { mostUrgent, parsePriority } from './response-queue';

describe('response priority', () => {
  it.each([
    [undefined, 3, false],
    ['', 3, false],
    ['u=0, i', 0, true],
    ['i', 3, true],
    ['u=5', 5, false],
    ['u=9', 3, false],
    ['nonsense', 3, false],
  ])('header "%s" has urgency %i, incremental: %s', (header, urgency, incremental) => {
    expect(parsePriority(header)).toEqual({ urgency, incremental });
  });

  it('mostUrgent returns the most urgent response, and the first among equals', () => {
    const waiting = ['u=3', 'u=1', 'u=1, i'].map((header, index) => ({
      index,
      priority: parsePriority(header),
    }));
    expect(mostUrgent(waiting)?.index).toBe(1);
    expect(mostUrgent([])).toBeUndefined();
  });
});
