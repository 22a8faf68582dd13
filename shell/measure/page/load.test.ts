import { blockingTime } from './load';

describe('blockingTime', () => {
  it.each([
    ['nothing of short tasks', [{ start: 100, duration: 50 }], 0],
    ['the part of a task beyond 50 ms', [{ start: 100, duration: 120 }], 70],
    ['only time within the span', [{ start: -60, duration: 120 }], 10],
    ['nothing after the span', [{ start: 950, duration: 400 }], 0],
    [
      'the sum of several tasks',
      [
        { start: 100, duration: 60 },
        { start: 200, duration: 80 },
      ],
      40,
    ],
  ])('counts %s', (_, tasks, expected) => {
    expect(blockingTime(tasks, 0, 1000)).toBe(expected);
  });
});
