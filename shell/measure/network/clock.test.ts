import { realClock } from './clock';

describe('realClock', () => {
  it('keeps the order of tasks within one millisecond', async () => {
    const begin = realClock.now() + 5;
    const times = Array.from({ length: 200 }, (_, index) => begin + ((index * 7) % 200) / 40);
    const seen: number[] = [];
    await new Promise<void>((resolve) => {
      for (const time of times) {
        realClock.at(time, () => {
          seen.push(time);
          if (seen.length === times.length) resolve();
        });
      }
    });
    expect(seen).toEqual([...times].sort((a, b) => a - b));
  });

  it('runs an overdue task soon, but not synchronously', async () => {
    let ran = false;
    const done = new Promise<void>((resolve) => {
      realClock.at(realClock.now() - 100, () => {
        ran = true;
        resolve();
      });
    });
    expect(ran).toBe(false);
    await done;
    expect(ran).toBe(true);
  });
});
